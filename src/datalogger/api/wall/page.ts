import { languageCodes } from '../../../contract/languages';
import { wallScript } from './page-script';
import { wallStyle } from './page-style';
import { wordsIn } from './words';

/** Below `/api/`, so that every web server before the datalogger passes it on. */
export const wallPath = '/api/schermo';

/** What the page says before it knows its language, in those that a browser may ask for. */
const ownWords = Object.fromEntries(
  languageCodes.map(code => {
    const words = wordsIn(code);
    return [
      code,
      {
        senza_risposta: words('wall.lost'),
        revocato: words('wall.revoked'),
        lettura: words('dashboard.title.reading'),
      },
    ];
  }),
);

/** The page of all displays: its address has the token behind `#`, which no browser sends and no log keeps. */
export const wallPage = `<!doctype html>
<html lang="it">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Meridiana</title>
<link rel="icon" href="data:,">
<style>${wallStyle}</style>
<body>
<main id="sheet" hidden>
<header><div><h1 id="name"></h1><p><b id="title"></b> <span id="phrase"></span></p></div><p class="when"><b id="clock"></b><span id="date"></span></p></header>
<section id="figures"></section>
<section id="chart"><header><h2 id="curve"></h2><ul><li class="m" id="measured"></li><li class="e" id="expected"></li></ul></header>
<div id="plot"><svg viewBox="0 0 1000 300" preserveAspectRatio="none" aria-hidden="true"><path id="area"/><path id="e"/><path id="m"/></svg><div id="y"></div><div id="x"></div><i id="now"></i></div></section>
<section id="alarms"><h2 id="count"></h2><ol id="rows"></ol><p id="rest"></p></section>
<section id="tiles"></section>
</main>
<p id="said" role="status"></p>
<script>${wallScript(ownWords)}</script>
`;
