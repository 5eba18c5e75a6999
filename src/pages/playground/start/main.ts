import '#ui/tokens.css';
import '#ui/base.css';
import './outline.css';
import { watchFaults } from '#ui/faults/faults.ts';
import { startPage } from './startPage.ts';
import { beginStart, showTextOnly, startFailed } from './startRecord.ts';

watchFaults();
const reason = beginStart();
if (reason) void showTextOnly(reason);
else {
  try {
    startPage();
  } catch (thrown) {
    void startFailed(thrown);
  }
}
