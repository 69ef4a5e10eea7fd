import type { Compiled } from '@fieldwatch/messages/format-text'
import { giveTexts } from '#platform/texts/define-texts.ts'

// All texts are there at once, so that a test need not wait for them.
const files = import.meta.glob<Record<string, Compiled>>('../../../messages/src/*/en.ts', {
  eager: true,
  import: 'texts',
})
for (const [path, texts] of Object.entries(files)) giveTexts(path.split('/').at(-2) ?? '', texts)
