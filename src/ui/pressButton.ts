/** Presses a button of the page by its accessible name, since the button shows the outcome. */
export function pressButton(name: string): void {
  const buttons = [...document.querySelectorAll('button')];
  buttons.find((button) => (button.ariaLabel ?? button.textContent) === name)?.click();
}
