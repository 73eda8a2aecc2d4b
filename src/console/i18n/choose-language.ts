import { type Language, sourceLanguage } from '../../contract/languages';

/** The stored language, else the first offered one of the browser's languages (`pt-BR`, else `pt`), else Italian. */
export function chooseLanguage<Code extends string>(
  offered: readonly Code[],
  stored: string | null,
  preferred: readonly string[],
): Code | Language {
  const wanted = [stored, ...preferred.flatMap(tag => [tag, tag.slice(0, 2).toLowerCase()])];
  return wanted.flatMap(code => offered.filter(each => each === code))[0] ?? sourceLanguage;
}
