/**
 * Drops from Pico what the console never uses (about 3 kB gz), so that the login page stays below 14 kB. A PostCSS plugin as a plain
 * object: only rules from the Pico source are changed.
 */
const unused =
  /\[type=(file|range|color|reset|search|date|time|datetime-local|month|week)|\[dir=rtl\]|hgroup|blockquote|figure|address|\bmark\b|\bins\b|\bdel\b|\bsu[bp]\b|\bhr\b|\bpre\b|\bh[56]\b|tfoot|striped|\[role=link\]|select\[multiple\]|aria-invalid=false|:host|::-webkit-(file|input-placeholder)|:-moz|::?-ms-|\+ small|input ~ small|optgroup|canvas|template|:indeterminate|\[role=button\]|abbr|inner-spin|outer-spin|::selection|~ ?label|\[aria-hidden=false\]|fieldset\[disabled\]|label\[aria-disabled|(type=radio|role=switch)\].*aria-invalid=true/;

/** Kinds of fields that the console does not have, in a list of exceptions with others: the list weighs the same without them. */
const unusedException = /,\s*\[type=(range|reset|time|datetime-local|month|week)\]/g;

/** Only links are marked as the current one. */
const unusedState = /\[aria-current\]:not\(\[aria-current=false\]\),\s*/;

/** The ring of shadow around what has the focus, where the console has an outline, and what only old browsers knew. */
const unusedProperty = /^(box-shadow|--pico-box-shadow|-webkit-tap-highlight-color|-ms-touch-action)$/;

/** A selector is unused if it names an unused element outside a `:not()`. */
function isUnused(selector: string): boolean {
  return unused.test(selector.replace(/:not\([^)]*\)/g, ''));
}

interface CssNode {
  readonly source?: { readonly input?: { readonly file?: string; readonly from?: string } };
  remove(): void;
}
interface CssRule extends CssNode {
  selectors: string[];
}
interface CssDeclaration extends CssNode {
  readonly prop: string;
}

const isOfPico = ({ source }: CssNode) => /pico/.test(source?.input?.file ?? source?.input?.from ?? '');

export const trimPico = {
  postcssPlugin: 'trim-pico',
  Rule(rule: CssRule) {
    if (!isOfPico(rule)) return;
    const kept = rule.selectors.filter(selector => !isUnused(selector));
    const short = kept.map(selector =>
      selector
        .replaceAll(unusedException, '')
        .replace(/^a\b|^:where\(a/.test(selector) ? /$/ : unusedState, ''),
    );
    if (short.length === 0) rule.remove();
    else if (short.join() !== rule.selectors.join()) rule.selectors = short;
  },
  Declaration(declaration: CssDeclaration) {
    if (isOfPico(declaration) && unusedProperty.test(declaration.prop)) declaration.remove();
  },
};
