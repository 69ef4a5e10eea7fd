import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { Made, SourceFacts } from '#delivery/consequences/declaration.ts'
import type { Caller } from '#platform/http/caller.ts'

interface GoneSource {
  readonly dataId: DataId
  readonly source: SourceName
  readonly unitName: string
  /** Where it moves to, instead of being deleted. */
  readonly movedTo?: SourceFacts['to'] & { readonly unitName: string }
}

/** The change of a source that is deleted, or moves to another unit. */
export function toSourceChange(
  { dataId: dataID, source, unitName: unit, movedTo }: GoneSource,
  { caller, now }: { readonly caller: Caller; readonly now: number },
): Made<'source-deleted' | 'source-moved'> {
  const { unitName: to, ...place } = movedTo ?? {}
  const kind = to === undefined ? 'source-deleted' : 'source-moved'
  return {
    change: { kind, dataID, source, ...(to !== undefined && { to: place }) },
    reason: (t) =>
      to === undefined ? t('mails.source-deleted', { source, unit }) : t('mails.source-moved', { source, unit, to }),
    letter: { subject: (t) => t(`mails.${kind}.subject`), advice: (t) => t(`mails.${kind}.act`) },
    caller,
    now,
  }
}
