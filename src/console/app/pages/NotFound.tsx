import { useEffect } from 'react';
import { t, useLanguage } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';
import { Sundial } from '../login/Sundial';

/** The two texts are the same in every language (specification, section 2). */
const title = 'Not Found';
const text = 'Requested resource is not available.';

/** /notfound: two fixed texts and three links to the home page. */
export function NotFound() {
  useLanguage();
  useEffect(() => {
    document.title = `${title} – Meridiana`;
  }, []);
  return (
    <main className="nf big">
      <header className="row">
        <a href="/" className="brand">
          <Icon name="logo" />
          Meridiana
        </a>
      </header>
      <section>
        <Sundial hour={null} isEmpty />
        <div>
          <h1>{title}</h1>
          <p>{text}</p>
          <ul>
            <li>
              <a href="/">{t('menu.home')}</a>
              <small>{t('notFound.homeHint')}</small>
            </li>
            <li>
              <a href="/">{t('notFound.back')}</a>
              <small>{t('notFound.backHint')}</small>
            </li>
          </ul>
        </div>
      </section>
    </main>
  );
}
