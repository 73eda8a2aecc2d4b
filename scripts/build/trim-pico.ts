/**
 * Drops the selectors of Pico that the console never uses (about 2 kB gz), so that the login page stays below 14 kB. A PostCSS plugin as
 * a plain object: only rules from the Pico source are changed.
 */
const unused =
  /\[type=(file|range|color|reset|search|date|time|datetime-local|month|week)|\[dir=rtl\]|hgroup|blockquote|figure|address|\bmark\b|\bins\b|\bdel\b|\bsu[bp]\b|\bhr\b|\bpre\b|\bh[56]\b|tfoot|striped|\[role=link\]|select\[multiple\]|aria-invalid=false|:host|::-webkit-file|::-moz|\+ small|input ~ small|optgroup|canvas|template/;

/** A selector is unused if it names an unused element outside a `:not()`. */
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
