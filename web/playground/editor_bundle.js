// The editor of code: CodeMirror with JavaScript, bundled when the site is built.

import {javascript, javascriptLanguage} from '@codemirror/lang-javascript';
import {HighlightStyle, syntaxHighlighting} from '@codemirror/language';
import {Compartment} from '@codemirror/state';
import {EditorView, keymap} from '@codemirror/view';
import {indentWithTab} from '@codemirror/commands';
import {tags} from '@lezer/highlight';
import {basicSetup} from 'codemirror';

const style = HighlightStyle.define([
    {tag: [tags.keyword, tags.controlKeyword], color: 'var(--code-keyword)'},
    {tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)'},
    {tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)'},
    {tag: tags.comment, color: 'var(--code-comment)'},
    {tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--code-function)'},
]);

/** Makes an editor in an element. `names` are completed; `changed` gets the text after each change. */
export function makeEditor(parent, text, names, changed) {
    const completions = names.map((label) => ({label, type: /^[A-Z]/.test(label) ? 'class' : 'function'}));
    const wrapping = new Compartment();
    let quiet = false;
    const view = new EditorView({
        parent, doc: text,
        extensions: [
            basicSetup, keymap.of([indentWithTab]), javascript(), syntaxHighlighting(style), wrapping.of([]),
            javascriptLanguage.data.of({autocomplete: (context) => {
                const word = context.matchBefore(/\w+/);
                return word && (word.to > word.from || context.explicit) ? {from: word.from, options: completions} : null;
            }}),
            EditorView.contentAttributes.of({'aria-label': 'Code of the scene', autocapitalize: 'off', spellcheck: 'false'}),
            EditorView.updateListener.of((update) => {
                if (update.docChanged && !quiet) {
                    changed(update.state.doc.toString());
                }
            }),
        ],
    });
    return {
        setText(next) {
            quiet = true;
            view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: next}});
            quiet = false;
        },
        get text() { return view.state.doc.toString(); },
        goTo(line) {
            const place = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
            view.dispatch({selection: {anchor: place.from}, scrollIntoView: true});
        },
        focus() { view.focus(); },
    };
}
