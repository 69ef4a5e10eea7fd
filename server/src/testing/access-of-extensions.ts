import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Request } from './access-rows.ts'
import { importFromExtensions } from './extension-parts.ts'

/** What an extension says in `testing/access.ts` of who may ask its endpoints. */
interface AccessOfExtension {
  /** Those that anyone may ask. */
  readonly PUBLIC?: readonly string[]
  /** What a program asks of those for units. */
  readonly PROGRAM_REQUESTS?: Readonly<Record<string, (unit: DataId) => Request>>
}

const found = await importFromExtensions<AccessOfExtension>('access')

export const PUBLIC_OF_EXTENSIONS: readonly string[] = found.flatMap((access) => access.PUBLIC ?? [])
export const PROGRAM_REQUESTS: Required<AccessOfExtension>['PROGRAM_REQUESTS'] = Object.assign(
  {},
  ...found.map((access) => access.PROGRAM_REQUESTS),
)
