import '../theme/tokens.css';
import '../theme/pico.scss';
import '../theme/base.css';
import '../app/login/login.css';

// All that the login needs, and nothing else: the build puts it into the page itself, so that the form is painted from the HTML alone.
