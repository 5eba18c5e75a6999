import { version } from '#generated/slang/compiler.json';
import type { HelpDialogProps } from '#tools/help/HelpDialog.tsx';
import { HelpIcon } from '#ui/icons.tsx';
import { DialogButton } from './DialogButton.tsx';
import { lazyDialog } from './lazyDialog.tsx';

const HelpDialog = lazyDialog(
  'Help',
  async () => (await import('#tools/help/HelpDialog.tsx')).HelpDialog,
);

const sections = async () => (await import('#tools/help/sections.ts')).HELP_SECTIONS;

export function HelpButton({ onOpenExample }: Pick<HelpDialogProps, 'onOpenExample'>) {
  return (
    <DialogButton label="Help" hint="Open Help" icon={<HelpIcon />} parts={sections}>
      {(controls) => (
        <HelpDialog {...controls} compilerVersion={version} onOpenExample={onOpenExample} />
      )}
    </DialogButton>
  );
}
