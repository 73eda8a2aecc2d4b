import { languageFiles } from '../../scripts/build/language-files';

/** The texts of all languages as the build publishes them; made once a process. */
export const publishedWords = languageFiles();
