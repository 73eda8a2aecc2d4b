import '../theme/tokens.scss';
import '../theme/pico.scss';
import '../theme/base.css';
import '../app/login/login.css';

// Only the styles that the login needs: the build inlines them into the page, so that the form is shown with the HTML alone.
