import { expect, test } from 'vitest';
import { postOf } from '../../../../src/datalogger/integrations/push/messages';
import { firstWebhook } from '../../../../src/datalogger/storage/config/service-settings';

const hostile = {
  plant: 'FV',
  title: 'FV <!channel> & <https://evil.example|reset the password>',
  text: 'INV <@U012> 1 > 2',
  address: null,
  notices: [],
};
const bodyFor = (formato: 'slack' | 'telegram' | 'json') => {
  const settings = { ...firstWebhook, url: 'https://hooks.example/services/x', formato, chat: '1' };
  return JSON.parse(String(postOf(settings, null, hostile, 0).body));
};

test('in Slack a name calls no channel, names nobody and hides no link', () => {
  expect(bodyFor('slack').text).toBe(
    '*FV &lt;!channel&gt; &amp; &lt;https://evil.example|reset the password&gt;*\nINV &lt;@U012&gt; 1 &gt; 2',
  );
});

test('where nothing is marked up, names stay as they are', () => {
  expect(bodyFor('telegram')).toMatchObject({ text: `${hostile.title}\n${hostile.text}` });
  expect(bodyFor('telegram')).not.toHaveProperty('parse_mode');
  expect(bodyFor('json')).toMatchObject({ titolo: hostile.title, testo: hostile.text });
});
