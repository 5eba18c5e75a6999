import { axeFindings } from '../support/axe.ts';
import { DEBUGGED_PROGRAM } from '../support/debuggedProgram.ts';
import {
  callStack,
  chooseThread,
  debuggerButton,
  debuggerTab,
  expectCurrentLine,
  expectLines,
  expectVariables,
  goToStep,
  shownValue,
  sourceLine,
  stepSlider,
  traces,
  traceThread,
} from '../support/debuggerPage.ts';
import { expect, onOnePage, pausePicture, runSource, test } from '../support/site.ts';

const DIMMED = /cm-not-executed/;

onOnePage('what a thread computes', (onlyPage, problems) => {
  test.beforeAll(async () => {
    await runSource(onlyPage(), DEBUGGED_PROGRAM);
    await pausePicture(onlyPage());
  });

  test('arithmetic on thread ids gives the same results as in JavaScript', async () => {
    const page = onlyPage();
    const [x, y, z] = [7, 3, 1];
    await traceThread(page, 'numbers', x, y, z);
    const flat = x + 16 * y + 64 * z;
    await expectLines(page, {
      'uint flat': `flat = ${flat}`,
      'uint below': `below = ${(x - 10) >>> 0}`,
      'int minus': `minus = ${x - 10}`,
      'float root': `root = ${Number(Math.sqrt(flat).toPrecision(4))}`,
      'float2 pair': `pair = (${Number((x / 3).toPrecision(4))}, ${y / 3})`,
      'bool isOdd': `isOdd = ${flat % 2 === 1}`,
    });
    await expectVariables(page, [
      ['id', `(${x}, ${y}, ${z})`, 'uint3'],
      ['flat', String(flat), 'uint'],
      ['below', String((x - 10) >>> 0), 'uint'],
      ['minus', String(x - 10), 'int'],
      ['root', String(Number(Math.sqrt(flat).toPrecision(4))), 'float'],
      ['pair', `(${Number((x / 3).toPrecision(4))}, ${y / 3})`, 'float2'],
      ['isOdd', String(flat % 2 === 1), 'bool'],
      ['result[flat]', String(Number(Math.sqrt(flat).toPrecision(4))), 'float'],
    ]);
    await expect(shownValue(page, 'root').locator('[title]').first()).toHaveAttribute(
      'title',
      String(Math.fround(Math.sqrt(flat))).slice(0, 9),
    );
    await expect(debuggerTab(page)).toContainText('group (1, 1, 1), local (3, 1, 0)');
  });

  test('a loop with continue and break shows each iteration and how often lines ran', async () => {
    const page = onlyPage();
    await traceThread(page, 'loops', 2);
    let [total, iterations, skipped] = [0, 0, 0];
    const totals: number[] = [];
    for (let i = 0; i < 100 && total <= 30; i += 1) {
      iterations += 1;
      if (i % 3 === 0) {
        skipped += 1;
        continue;
      }
      total += i;
      totals.push(total);
    }
    await expectLines(page, {
      'for (int i = 0; i < 100': `i = ${iterations - 1} ×${iterations}`,
      'i % 3 == 0) continue': `×${iterations}`,
      'total += i': `total = ${total} ×${iterations - skipped}`,
      'total > 30) break': `×${iterations - skipped}`,
      'while (halved': 'halved = 1 ×9',
    });
    await debuggerButton(page, 'First step').click();
    await expectVariables(page, []);
    await page.locator('.cm-line').filter({ hasText: 'total += i' }).click();
    for (const [at, sum] of totals.slice(0, 4).entries()) {
      await debuggerButton(page, 'Run to cursor').click();
      await expect(shownValue(page, 'total')).toHaveText(String(sum));
      const i = [1, 2, 4, 5][at];
      await expect(shownValue(page, 'i')).toHaveText(String(i));
      await expect(page.getByRole('list', { name: 'Loops' })).toContainText(
        `iteration ${(i ?? 0) + 1}`,
      );
    }
    await expectLines(page, { 'total += i': 'total = 12 ×4' });
  });

  test('lines that a thread skips are dimmed', async () => {
    const page = onlyPage();
    await traceThread(page, 'calls', 6);
    // The calls of clamped: 6 and 10 become 4, then 4 becomes 8, and 1 becomes 2.
    await expectLines(page, {
      'float first': 'first = 4',
      'float second': 'second = 5',
      'float doubled': 'doubled = 2',
    });
    for (const line of ['return 4.0', 'return doubled', 'result[at] = second']) {
      await expect(sourceLine(page, line)).not.toHaveClass(DIMMED);
    }
    await expect(sourceLine(page, 'float one = 1.0')).toHaveClass(DIMMED);
    await traceThread(page, 'early', 6);
    await expectLines(page, { 'float half_ =': 'half_ = 3', 'return; // early': '' });
    await expect(sourceLine(page, 'return; // early')).not.toHaveClass(DIMMED);
    await expect(sourceLine(page, 'result[at] = -1.0')).toHaveClass(DIMMED);
    await expect(sourceLine(page, 'float first')).toHaveClass(DIMMED);
    await traceThread(page, 'early', 3);
    await expect(sourceLine(page, 'return; // early')).toHaveClass(DIMMED);
    await expectLines(page, { 'result[at] = -1.0': 'result[at] = -1' });
  });

  test('the call stack names the callers, and a click shows their positions', async () => {
    const page = onlyPage();
    await traceThread(page, 'calls', 6);
    await debuggerButton(page, 'First step').click();
    await sourceLine(page, 'return 4.0').click();
    await debuggerButton(page, 'Run to cursor').click();
    await expect(callStack(page)).toHaveText([/^clamped/, /^middle/, /^calls/]);
    await expectVariables(page, [['x', '6', 'float']]);
    await expectCurrentLine(page, 'return 4.0');
    await callStack(page).nth(1).click();
    await expectCurrentLine(page, 'float sum = clamped(a) + clamped(b);');
    await expectVariables(page, [
      ['a', '6', 'float'],
      ['b', '10', 'float'],
    ]);
    await callStack(page).nth(2).click();
    await expectCurrentLine(page, 'float first = middle(at, 10.0);');
    await expectVariables(page, [['at', '6', 'uint']]);
    await callStack(page).first().click();
    await expectCurrentLine(page, 'return 4.0');
    await debuggerButton(page, 'Run to cursor').click();
    await expectVariables(page, [['x', '10', 'float']]);
  });

  test('“Step over” skips calls, and “Step out” leaves them', async () => {
    const page = onlyPage();
    await traceThread(page, 'calls', 6);
    await debuggerButton(page, 'First step').click();
    await sourceLine(page, 'float sum = clamped').click();
    await debuggerButton(page, 'Run to cursor').click();
    await expect(callStack(page)).toHaveText([/^middle/, /^calls/]);
    await expect(shownValue(page, 'sum')).toHaveText('8');
    await debuggerButton(page, 'Step over').click();
    await expectCurrentLine(page, 'return sum / 2.0');
    await debuggerButton(page, 'Step out').click();
    await expect(callStack(page)).toHaveText([/^calls/]);
    await expect(shownValue(page, 'first')).toHaveText('4');
    await debuggerButton(page, 'Step over').click();
    await expect(shownValue(page, 'second')).toHaveText('5');
    await debuggerButton(page, 'Step back').click();
    await expect(callStack(page)).toHaveText([/^middle/, /^calls/]);
    await expectLines(page, { 'return sum / 2.0': 'return = 5', 'float second': '' });
  });

  test('a struct shows the fields that its methods change', async () => {
    const page = onlyPage();
    await traceThread(page, 'structs', 3);
    await expectLines(page, {
      'Ball ball': 'ball = {place: (3, 1), radius: 0.5}',
      'ball.grow(1.5)': 'ball = {place: (3, -0.5), radius: 2}',
      'radius += by': 'radius = 2',
      'place.y -= by': 'place.y = -0.5',
      'float covered': 'covered = 12',
      'Kind kind': 'kind = Large',
      'float2x2 turn': 'turn = ((0, -1), (1, 0))',
      'float2 turned': 'turned = (0.5, 3)',
      'int squares[5]': 'squares = [0, 1, 4, … 5]',
    });
    await expect(shownValue(page, 'kind')).toHaveText('Large');
    await page.getByRole('button', { name: 'ball', exact: true }).click();
    await page.getByRole('button', { name: 'place', exact: true }).click();
    for (const [name, value] of Object.entries({ x: '3', y: '-0.5', radius: '2' })) {
      await expect(shownValue(page, name)).toHaveText(value);
    }
    await debuggerButton(page, 'First step').click();
    await sourceLine(page, 'place.y -= by').click();
    await debuggerButton(page, 'Run to cursor').click();
    await expect(callStack(page).first()).toHaveText(/^Ball\.grow/);
    await expect(shownValue(page, 'by')).toHaveText('1.5');
  });

  test('a switch executes one case, and out parameters return their values', async () => {
    const page = onlyPage();
    const kinds = [100, 200, 300];
    for (const at of [4, 5]) {
      await traceThread(page, 'branches', at);
      await expectLines(page, {
        'float kept': `kept = ${at}`,
        'a = b;': 'a = 10',
        'b = kept': `b = ${at}`,
        'sum = a + b': `sum = ${10 + at}`,
        'swapped(x, y, sum);': `x = 10, y = ${at}, sum = ${10 + at}`,
        'case 0:': '',
        'case 1:': at % 3 === 1 ? 'chosen = 200' : '',
        'default:': at % 3 === 2 ? 'chosen = 300' : '',
        'result[at] = chosen': `result[at] = ${(kinds[at % 3] ?? 0) + 10 + at}`,
      });
      await expect(sourceLine(page, 'case 0:')).toHaveClass(DIMMED);
      await expect(sourceLine(page, at % 3 === 1 ? 'default:' : 'case 1:')).toHaveClass(DIMMED);
    }
  });

  test('stepping back shows earlier values', async () => {
    const page = onlyPage();
    await traceThread(page, 'loops', 2);
    const seen: (string | null)[][] = [];
    const read = async () => [
      await stepSlider(page).getAttribute('aria-valuetext'),
      await page.getByRole('table', { name: 'Variables' }).textContent(),
      (await page.locator('.cm-trace').allTextContents()).join('\n'),
    ];
    await goToStep(page, 6);
    for (let step = 6; step < 16; step += 1) {
      await expect(stepSlider(page)).toHaveAttribute('aria-valuenow', String(step));
      seen.push(await read());
      await debuggerButton(page, 'Step forward').click();
    }
    for (const before of seen.toReversed()) {
      await debuggerButton(page, 'Step back').click();
      await expect(stepSlider(page)).toHaveAttribute('aria-valuetext', before[0] ?? '');
      await expect.poll(read).toEqual(before);
    }
    await debuggerButton(page, 'Last step').click();
    const last = (await stepSlider(page).getAttribute('aria-valuemax')) ?? '';
    await expect(stepSlider(page)).toHaveAttribute('aria-valuenow', last);
  });

  test('breakpoints stop where their condition is true, forwards and backwards', async () => {
    const page = onlyPage();
    await traceThread(page, 'loops', 2);
    await debuggerButton(page, 'First step').click();
    await sourceLine(page, 'total += i').click();
    await page.keyboard.press('Shift+F9');
    await page.getByRole('textbox', { name: 'Condition', exact: true }).fill('i % 3 == 2');
    await page.keyboard.press('Enter');
    const mark = page.locator('.cm-breakpoint');
    await expect(mark).toHaveAttribute('title', /if i % 3 == 2$/);
    const next = debuggerButton(page, 'Continue to next breakpoint');
    // At these stops, i is 2, 5 and 8, and the sums are 1 + 2, 1 + 2 + 4 + 5, and so on.
    for (const [i, total] of [
      [2, 1],
      [5, 7],
      [8, 19],
    ]) {
      await next.click();
      await expect(shownValue(page, 'i')).toHaveText(String(i));
      await expect(shownValue(page, 'total')).toHaveText(String((total ?? 0) + (i ?? 0)));
    }
    await debuggerButton(page, 'Continue back').click();
    await expect(shownValue(page, 'total')).toHaveText('12');
    await page.getByRole('textbox', { name: /^Condition on line/ }).fill('i > nothing');
    await page.keyboard.press('Enter');
    await expect(debuggerTab(page).getByRole('alert')).toContainText('nothing');
    await page.getByRole('button', { name: /^Remove the breakpoint/ }).click();
    await expect(mark).toHaveCount(0);
  });

  test('breakpoints count the threads that come to them, and lead to the first one', async () => {
    const page = onlyPage();
    await traceThread(page, 'numbers', 0, 0, 0);
    await sourceLine(page, 'while (halved').click();
    await page.keyboard.press('Shift+F9');
    await page
      .getByRole('textbox', { name: 'Condition', exact: true })
      .fill('at == 5 && halved < 9');
    await page.keyboard.press('Enter');
    await sourceLine(page, 'int total').click();
    await page.keyboard.press('F9');
    await page.getByRole('button', { name: 'Count threads' }).click();
    const hit = page.getByRole('button', { name: /^Hit by/ });
    await expect(hit).toHaveText([
      /^Hit by 8 threads; first \([0-7], 0, 0\)$/,
      'Hit by 1 thread; first (5, 0, 0)',
    ]);
    await hit.nth(1).click();
    await expectCurrentLine(page, 'while (halved');
    await expect(shownValue(page, 'at')).toHaveText('5');
    for (const remove of [0, 1]) {
      await page
        .getByRole('button', { name: /^Remove the breakpoint/ })
        .nth(1 - remove)
        .click();
    }
    await expect(hit).toHaveCount(0);
  });

  test('watches show members at each step, and no value out of scope', async () => {
    const page = onlyPage();
    await traceThread(page, 'structs', 3);
    const watch = page.getByRole('textbox', { name: 'Add a watch' });
    await watch.fill('ball.place.y');
    await watch.press('Enter');
    const list = page.getByRole('list', { name: 'Watches' });
    await expect(list).toContainText('ball.place.y-0.5');
    await watch.fill('ball.place.y * 4.0 + 1.0');
    await watch.press('Enter');
    await expect(list).toContainText('ball.place.y * 4.0 + 1.0-1');
    await debuggerButton(page, 'First step').click();
    await expect(list).toContainText('no value here');
    await expect(list).toContainText('undefined identifier');
    await watch.fill('ball.place = 1');
    await watch.press('Enter');
    await expect(debuggerTab(page).getByRole('alert')).toContainText('changes a variable');
    await watch.fill('');
    for (const name of ['ball.place.y * 4.0 + 1.0', 'ball.place.y']) {
      await page.getByRole('button', { name: `Remove the watch ${name}`, exact: true }).click();
    }
  });

  test('two threads are compared side by side', async () => {
    const page = onlyPage();
    await traceThread(page, 'loops', 2);
    await page.getByRole('spinbutton', { name: 'Other x' }).fill('9');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(debuggerTab(page).getByRole('alert')).toContainText('from 0 to 7');
    await page.getByRole('spinbutton', { name: 'Other x' }).fill('5');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const difference = page.getByRole('status', { name: 'Difference' });
    await expect(difference).toContainText(/^Difference 1 of \d+: different values on line/);
    const row = page.getByRole('table', { name: 'Both threads' }).getByRole('row');
    await expect(row.filter({ hasText: 'at' })).toHaveText('at25');
    await page.getByRole('button', { name: 'Next different path' }).click();
    await expect(difference).toContainText('different paths');
    // The halves are 7 and 3; the thread with number 2 halves once more.
    await expect(row.filter({ hasText: 'halved' })).toHaveText(/^halved[13]3$/);
    expect(await axeFindings(page, '[role="tabpanel"]')).toEqual([]);
    await page.getByRole('button', { name: 'Stop comparing' }).click();
    await expect(difference).toHaveCount(0);
  });

  test('pointing at a selected expression shows its value', async () => {
    const page = onlyPage();
    await traceThread(page, 'numbers', 7, 3, 1);
    await sourceLine(page, 'float root').click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    for (let count = 'sqrt(float(flat))'.length; count > 0; count -= 1) {
      await page.keyboard.press('Shift+ArrowLeft');
    }
    await sourceLine(page, 'float root').getByText('sqrt').hover();
    const value = page.locator('.cm-expression-value');
    await expect(value).toContainText(/^sqrt\(float\(flat\)\) = 10\.9087/);
    await page.mouse.move(5, 5);
    await expect(value).toHaveCount(0);
  });

  test('the name of a buffer has its size on hover, and its type too as a watch', async () => {
    const page = onlyPage();
    await traceThread(page, 'numbers', 7, 3, 1);
    // The editor may be scrolled to the right.
    await sourceLine(page, 'result[flat] = root').click();
    for (let times = 0; times < 2; times += 1) await page.keyboard.press('Home');
    await sourceLine(page, 'result[flat] = root').hover({ position: { x: 60, y: 8 } });
    await expect(page.locator('.cm-expression-value')).toHaveText('result: 64 elements');
    const field = page.getByRole('textbox', { name: 'Add a watch' });
    await field.fill('result');
    await field.press('Enter');
    await expect(debuggerTab(page)).toContainText('RWStructuredBuffer<float>, 64 elements');
    await page.getByRole('button', { name: 'Remove the watch result' }).click();
  });

  test('an entry point without thread ids has thread 0, and ids out of range are explained', async () => {
    const page = onlyPage();
    await traceThread(page, 'alone');
    await expectLines(page, { 'float one': 'one = 1', 'float third': 'third = 0.3333' });
    const before = (await traces(page)).length;
    await chooseThread(page, 'alone', [1, 0, 0]);
    await page.getByRole('button', { name: 'Trace thread' }).click();
    const alert = debuggerTab(page).getByRole('alert');
    await expect(alert).toHaveText('Thread x must be 0: alone runs one thread along this axis.');
    await chooseThread(page, 'numbers', [16, 0, 0]);
    await page.keyboard.press('Enter');
    await expect(alert).toHaveText('Thread x must be a whole number from 0 to 15.');
    await chooseThread(page, 'numbers', [0, -1, 0]);
    await page.keyboard.press('Enter');
    await expect(alert).toHaveText('Thread y must be a whole number from 0 to 3.');
    expect((await traces(page)).length).toBe(before);
    await expectLines(page, { 'float third': 'third = 0.3333' });
  });

  test('all these traces share one compile, and the page logs no error', async () => {
    await traceThread(onlyPage(), 'alone');
    expect((await traces(onlyPage())).filter(({ compiled }) => compiled)).toHaveLength(1);
    expect(problems).toEqual([]);
  });
});
