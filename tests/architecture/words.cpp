#include "words.h"

namespace architecture {
namespace {

const std::vector<RetiredName> names{
    {"ShapeSeams", "InternalEdges"},
    {"SeamFinder", "InternalEdgeFinder"},
    {"MovingSeams", "KinematicNeighbors"},
    {"SeamChanges", "InternalEdgeChanges"},
    {"*seam", "internal_edge"},
    {"*seams", "internal_edges"},
    {"seam_*", "internal_edge_*"},
    {"seams_*", "internal_edges_*"},
    {"Exposed*", "Active*"},
    {"HalvesWatch", "(removed)"},
    {"second_half*", "(removed)"},
    {"LentLanes", "ContactSubset"},
    {"LentJoints", "JointSubset"},
    {"give_back", "merge_back"},
    {"Shadows", "DominanceProxies"},
    {"cast_shadows", "create_dominance_proxies"},
    {"release_shadows", "destroy_dominance_proxies"},
    {"ContactEffect", "ContactResponse"},
    {"forceless", "no_response"},
    {"ExtraEffort*", "ExtraIterations*"},
    {"EffortGroup*", "IterationGroup*"},
    {"EffortSubStep", "ExtraIterationSubStep"},
    {"Foreseen*", "Predicted*"},
    {"*foreseen", "speculative_* or predicted_*"},
    {"foreseen_*", "speculative_* or predicted_*"},
    {"look_ahead", "find_speculative_points"},
    {"KeepLimits", "ManifoldReuseLimits"},
    {"may_keep", "may_reuse"},
    {"Encounter", "SweptFeaturePair"},
    {"may_bury", "may_hit"},
    {"contact_screening", "pre_solve"},
    {"screen_contacts", "run_pre_solve"},
    {"PreSolveVerdict", "PreSolveResult"},
    {"manifold_edits", "pre_solve_edits"},
    {"ForceWatch", "ContactForceEvents"},
    {"WatchedContact", "MonitoredContact"},
    {"reconsider_*", "reclassify_*"},
    {"*_anew", "the verb with re-"},
    {"made_deep", "initial overlap"},
    {"DeepContacts", "SplitImpulse"},
    {"*_one_by_one", "sequential_*"},
    {"SpecialBodies", "MotionLimits"},
    {"SpecialMotion", "LimitedBody"},
    {"meets_holders", "hits_initial_overlaps"},
    {"add_holder", "add_constraint"},
    {"Stillness", "SleepState"},
    {"held_awake", "kept_awake"},
    {"push_speed", "max_push_out_velocity"},
    {"ContactNames", "ContactIds"},
    {"BlockRun*", "ContactBatch*"},
    {"JointPlace", "JointWorldFrame"},
    {"PlacedBody", "BodyState64"},
    {"JointPasses", "JointSolver"},
    {"LeftLane", "FreedLane"},
    {"serial_joints", "sequential_joints"},
    {"Debtor", "EnergyDeficit"},
    {"debtors_", "energy deficits"},
    {"step_carefully", "damped_step"},
    {"TurnCounter", "AngleUnwrapper"},
    {"Windward", "WindEdge"},
    {"*worn_trees", "rebuild_degraded_trees"},
    {"Sharing", "workers_for"},
    {"Patience", "SpinWait"},
    {"OrderedOutput", "DeterministicCollector"},
    {"*_sparingly", "grow_*"},
    {"Victim", "AffectedBody"},
    {"Mover", "SweptBody"},
    {"*doubtful", "uncertain or error bound"},
    {"fatness", "compactness"},
    {"most_*", "max_*"},
    {"*_most", "max_*"},
    {"least_*", "min_*"},
    {"*_least", "min_*"},
    {"greatest*", "max_* or largest"},
    {"Usual*", "Default*"},
    {"usual_*", "default_*"},
    {"note_*", "mark_* or record_*"},
    {"everyday*", "steady_state*"},
    {"Contestant", "Engine"},
};

}  // namespace

const std::vector<std::string_view>& openings_to_avoid() {
    static const std::vector<std::string_view> words{
        "What",    "Who",    "Whose", "Whom",  "How",    "Where",    "When",    "Why",     "Which",
        "Whether", "That",   "Those", "Of",    "Is",     "Are",      "Was",     "Were",    "Does",
        "Do",      "Did",    "Has",   "Have",  "Had",    "Can",      "Could",   "May",     "Might",
        "Must",    "Should", "Will",  "Would", "Nobody", "Somebody", "Nothing", "Anybody", "Them",
        "They",    "It",     "He",    "She",   "But",    "And",      "So",      "Or",      "Because"};
    return words;
}

const std::vector<std::string_view>& block_openings_to_avoid() {
    static const std::vector<std::string_view> words{
        "If",    "In",    "On",    "At",    "To",     "By",    "From",   "With",  "Without",
        "For",   "As",    "Below", "Above", "Behind", "After", "Before", "Since", "While",
        "Until", "Under", "Over",  "Here",  "There",  "Not",   "Never",  "Else",  "Then"};
    return words;
}

const std::vector<RetiredWord>& retired_words() {
    static const std::vector<RetiredWord> words{
        {"anew", "again"},
        {"but for", "except for"},
        {"who", "that, or a noun for the thing"},
        {"whom", "that, or a noun for the thing"},
        {"nobody", "no, with the noun"},
        {"somebody", "a, with the noun"},
        {"anybody", "any, with the noun"},
        {"everybody", "every, with the noun"},
        {"whoever", "any, with the noun"},
        {"seam", "internal edge"},
        {"seams", "internal edges"},
        {"foreseen", "speculative, or predicted"},
        {"foresees", "predicts"},
        {"foresight", "speculative margin"},
        {"windward", "facing the wind"},
        {"victim", "affected body"},
        {"victims", "affected bodies"},
        {"debtor", "energy deficit"},
        {"lent", "extracted"},
        {"lends", "extracts"},
        {"hang together", "are connected"},
        {"hangs together", "is connected"},
        {"ceases", "stops"},
        {"is told", "is reported, or is called"},
        {"are told", "are reported"},
        {"so many", "that many"},
        {"gives way", "yields"},
        {"give way", "yield"},
        {"goes on", "continues"},
        {"go on", "continue"},
        {"whence", "from which"},
    };
    return words;
}

const std::vector<RetiredName>& retired_names() { return names; }

}  // namespace architecture
