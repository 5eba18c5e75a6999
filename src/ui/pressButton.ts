/** Presses a button of the page by its accessible name, so that the button shows the result. */
export function pressButton(name: string): void {
  const buttons = [...document.querySelectorAll('button')];
  buttons.find((button) => (button.ariaLabel ?? button.textContent) === name)?.click();
}
