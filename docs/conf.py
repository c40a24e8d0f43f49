# Sphinx's settings for the manual; scripts/docs runs it. The source directory is the root of the repository, so that
# the links between pages are the same here and where the repository is browsed.
import pathlib

project = "Drystone"
author = "the authors of Drystone"
copyright = author
release = version = "0.1"

extensions = ["myst_parser", "breathe", "sphinx_copybutton"]
root_doc = "docs/index"
include_patterns = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "collision/README.md", "web/README.md", "docs/**"]
exclude_patterns = ["build", "out", "docs/README.md", "docs/static", "docs/site", "docs/Doxyfile"]
source_suffix = {".md": "markdown"}

# `{#name}` is not used: headings are the anchors, as they are where the repository is browsed.
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence", "deflist"]

root = pathlib.Path(__file__).resolve().parent.parent
breathe_projects = {"drystone": str(root / "build" / "docs" / "xml")}
breathe_default_project = "drystone"
breathe_default_members = ("members",)
breathe_show_include = False
primary_domain = "cpp"
highlight_language = "cpp"

html_theme = "furo"
html_title = "Drystone"
html_favicon = "../web/playground/icon.svg"
html_static_path = ["static"]
html_css_files = ["drystone.css"]
html_js_files = ["live_scenes.js"]
html_copy_source = False
html_show_sourcelink = False
html_extra_path = ["site"]
html_theme_options = {"navigation_with_keys": True}


def complete_theme(app, exception):
    """Finishes the theme's files as a bundler would: those of Debian's furo refer to others, in a way that no page can.

    Its script imports one that is no module, and its style names a file of a web server of Debian.
    """
    if exception is not None or app.builder.format != "html":
        return
    static = pathlib.Path(app.outdir) / "_static"
    script, style = static / "scripts" / "furo.js", static / "styles" / "furo.css"
    first, _, rest = script.read_text().partition("\n")
    if first == 'import Gumshoe from "./gumshoe-patched.js";':
        script.write_text((static / "scripts" / "gumshoe-patched.js").read_text() + rest)
    first, _, rest = style.read_text().partition("\n")
    if first == "@import url(/javascript/normalize.css/normalize.css);":
        style.write_text(pathlib.Path("/usr/share" + first[12:-2]).read_text() + rest)


def setup(app):
    app.connect("build-finished", complete_theme)
