/** JSON that an HTML script element can hold: it neither ends the element nor begins a comment in it. */
export function jsonInHtml(json: string): string {
  // Only strings of JSON contain a <.
  return json.replace(/<(?=[/!]|script)/gi, '\\u003c');
}

/** A text that an HTML script element can hold as it is, but for `<\/script` and `<\!--`. */
export function textInHtml(text: string): string {
  return text.replace(/<(?=\/script|!--)/gi, '<\\');
}

export function attributeInHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
