import type { Compiled } from '@fieldwatch/messages/format-text'
import * as extensions from '#extensions.ts'
import { installExtensions } from '#platform/extensions/web-extension.ts'
import { giveTexts, roomOf } from '#platform/texts/define-texts.ts'

installExtensions(Object.values(extensions))

// All texts are there at once, so that a test need not wait for them.
const files = import.meta.glob<Record<string, Compiled>>(
  ['../../../messages/src/*/en.ts', '../../../extensions/*/messages/en.ts'],
  {
    eager: true,
    import: 'texts',
  },
)
for (const [path, texts] of Object.entries(files)) giveTexts(roomOf(path), texts)
