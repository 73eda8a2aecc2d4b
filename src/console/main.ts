import './theme/tokens.css';
import './theme/pico.scss';
import './theme/base.css';
import './app/login/login.css';

/*
 * Next to nothing, so that the form in the HTML is painted before the application takes the line: on GPRS that is three
 * seconds earlier.
 */
const retryMs = 3_000;

async function startApplication(): Promise<void> {
  const container = document.getElementById('app');
  if (!container) return;
  try {
    const { start } = await import('./start');
    await start(container);
  } catch {
    // The form stays and can be typed into.
    setTimeout(startApplication, retryMs);
  }
}

// A page that is not seen is not painted either.
if (document.visibilityState === 'hidden') void startApplication();
else requestAnimationFrame(() => setTimeout(startApplication));
