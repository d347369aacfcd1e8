import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test.each([
  ['<p>One</p><p>Two<br />three</p>', 'One Two three'],
  ['<ul><li><strong>Fruit</strong></li><li>counts</li></ul>', 'Fruit, counts'],
  ['<p>Do:</p><ol><li><p>Walk.</p></li><li><p>Look up</p></li><li><p>Say</p></li></ol>', 'Do: Walk. Look up, Say'],
  ['<p>Bread &amp; butter, 1 &lt; 2&nbsp;&#39;yes&#x27;</p>', "Bread & butter, 1 < 2 'yes'"],
  ['<p>&amp;lt;b&amp;gt; &unknown; &#99999999;</p>', '&lt;b&gt; &unknown; &#99999999;'],
  ['', ''],
])('the plain text of %j is %j', (html, text) => {
  expect(plainText(html)).toBe(text);
});
