# Functions for tests that use a window as a person does, by keys and clicks under a virtual screen; sourced by them.
# Needs xvfb-run, xdotool and ImageMagick.
# shellcheck shell=bash disable=SC2034

# Runs the test again under a virtual screen, once.
#   require_screen "$0" "$@"
require_screen() {
    if [[ ${WINDOW_TEST_SCREEN-} != ready ]]; then
        WINDOW_TEST_SCREEN=ready exec xvfb-run -a -s "-screen 0 1280x720x24" "$@"
    fi
}

# Starts a program in an empty folder, and waits for its window.
#   open_window TITLE PROGRAM ARGUMENTS...
open_window() {
    local title=$1
    shift
    "$@" &
    program_id=$!
    window=$(xdotool search --sync --onlyvisible --name "^$title\$" | tail -n 1)
    xdotool windowfocus "$window"
}

press() {
    local key
    for key in "$@"; do
        xdotool key "$key"
        sleep 0.12
    done
}

click() {
    xdotool mousemove "$1" "$2"
    sleep 0.12
    xdotool mousedown 1
    sleep 0.12
    xdotool mouseup 1
    sleep 0.25
}

# Drags from a place to another in steps, as a hand does.
#   drag X Y TO_X TO_Y
drag() {
    xdotool mousemove "$1" "$2"
    sleep 0.12
    xdotool mousedown 1
    local i
    for i in 1 2 3 4; do
        sleep 0.06
        xdotool mousemove $(($1 + ($3 - $1) * i / 4)) $(($2 + ($4 - $2) * i / 4))
    done
    sleep 0.12
    xdotool mouseup 1
    sleep 0.12
}

failed=0

# Waits for a file that the program writes when a key is pressed, and presses it again from time to time.
#   wait_for FILE [KEY]
wait_for() {
    for _ in {1..60}; do
        [[ -n ${2-} ]] && xdotool key "$2"
        for _ in {1..10}; do
            [[ -s $1 ]] && return
            sleep 0.1
        done
    done
    echo "window_test: there is no $1" >&2
    exit 1
}

# Waits until all that was done so far is in the picture: two more frames.
#   settle FILE KEY    as in compare_picture
settle() {
    local frame
    for frame in 1 2; do
        wait_for "$1" "$2"
        sleep 0.1
        rm -- ./*-*.png
    done
}

# Tells the root of the mean square of the differences of two pictures, 0 to 1.
difference_of() {
    compare -metric RMSE "$1" "$2" null: 2>&1 | sed 's/.*(\(.*\))/\1/' || true
}

# Compares the window's picture, of a quarter of its size, with the expected one; `refresh` being --refresh writes that
# instead. A busy machine may take a while until the window shows what was asked for.
#   compare_picture NAME FILE KEY    the program calls the picture FILE when KEY is pressed
compare_picture() {
    local name=$1 file=$2 difference
    for _ in {1..5}; do
        wait_for "$file" "$3"
        sleep 0.3
        convert "$file" -filter Box -resize '320x180!' small.png
        rm -- ./*-*.png
        # shellcheck disable=SC2154
        if [[ $refresh == --refresh ]]; then
            # shellcheck disable=SC2154
            cp small.png "$expected/$name.png"
            return
        fi
        difference=$(difference_of small.png "$expected/$name.png")
        echo "$name: $difference"
        awk -v d="$difference" 'BEGIN { exit !(d < 0.012) }' && return
        sleep 1
    done
    echo "window_test: $name differs from $expected/$name.png" >&2
    failed=1
}
