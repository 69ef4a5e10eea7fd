import type { EndSourceDependants } from '#features/calculations/change-calculations.ts'
import { endDependants, type EndingParts } from './end-dependants.ts'
import { findSourceDependants } from './source-dependants.ts'

/** Ends the alerts, event tables and scheduled reports of a source that is deleted, or moves to another unit. */
export function createEndSourceDependants(parts: EndingParts): EndSourceDependants {
  return async (tx, asked, by) => {
    const found = await findSourceDependants(tx, asked)
    const { source, unitName: unit, movedTo: to } = asked
    const mail = to === undefined ? 'mails.source-deleted' : 'mails.source-moved'
    const publish = await endDependants(parts, tx, found, {
      ...by,
      entity: asked.unitEntities[0],
      sentence: (t) =>
        to === undefined ? t('mails.source-deleted', { source, unit }) : t('mails.source-moved', { source, unit, to }),
      subject: (t) => t(`${mail}.subject`),
      advice: (t) => t(`${mail}.act`),
    })
    return () => {
      publish()
      for (const { dataId, name } of found.tables) parts.bus.publish('occurrences-changed', { dataId, name })
    }
  }
}
