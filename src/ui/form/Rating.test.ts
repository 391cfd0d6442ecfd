import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Rating } from './Rating.tsx';

test('the rating has the attributes by which the State’s validator finds its questions, answers and text (C.SE.1.7)', () => {
  const html = renderToStaticMarkup(createElement(Rating, { action: '/' }));
  const times = (name: string) => html.split(`data-element="${name}"`).length - 1;
  expect(times('feedback-rating-question')).toBe(2);
  expect(times('feedback-rating-answer')).toBe(10);
  expect(times('feedback-input-text')).toBe(1);
  expect(html).toMatch(/<textarea[^>]*data-element="feedback-input-text"/);
  expect(html).toMatch(/<legend[^>]*data-element="feedback-rating-question"/);
});
