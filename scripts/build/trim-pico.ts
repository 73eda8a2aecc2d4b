/**
 * Drops the selectors of Pico that the console never uses (about 2 kB gz), so that the login paints from 14 kB.
 * A PostCSS plugin as a plain object: only rules that come from the Pico source are touched.
 */
const unused =
  /\[type=(file|range|color|reset|search|date|time|datetime-local|month|week)|\[dir=rtl\]|hgroup|blockquote|figure|address|\bmark\b|\bins\b|\bdel\b|\bsu[bp]\b|\bhr\b|\bpre\b|\bh[56]\b|tfoot|striped|\[role=link\]|select\[multiple\]|aria-invalid=false|:host|::-webkit-file|::-moz|\+ small|input ~ small|optgroup|canvas|template/;

/** What stands in a `:not()` does not make a selector one of the unused. */
function isUnused(selector: string): boolean {
  return unused.test(selector.replace(/:not\([^)]*\)/g, ''));
}

interface CssRule {
  selectors: string[];
  source?: { input?: { file?: string; from?: string } };
  remove(): void;
}

export const trimPico = {
  postcssPlugin: 'trim-pico',
  Rule(rule: CssRule) {
    const from = rule.source?.input?.file ?? rule.source?.input?.from ?? '';
    if (!/pico/.test(from)) return;
    const kept = rule.selectors.filter(selector => !isUnused(selector));
    if (kept.length === 0) rule.remove();
    else if (kept.length < rule.selectors.length) rule.selectors = kept;
  },
};
