import type { TemplateId } from '@fieldwatch/contract/api/ids'
import type { FollowChange } from '@fieldwatch/server/delivery/consequences/declaration'
import { requireMayAdministerTemplate } from '@fieldwatch/server/fleet/templates/template-policy'
import { createTemplateStore } from '@fieldwatch/server/fleet/templates/template-store'
import { writeDefinition } from '@fieldwatch/server/fleet/templates/write-definition'
import { createAuditStore } from '@fieldwatch/server/platform/audit/audit-store'
import type { Platform } from '@fieldwatch/server/platform/floor'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { requireSeen } from '@fieldwatch/server/platform/versions/require-seen'
import { createCodecStore } from './codec-store.ts'

export interface CodecParts extends Pick<Platform, 'db' | 'bus' | 'clock'> {
  readonly followChange: FollowChange
}

interface Wanted {
  readonly id: TemplateId
  /** Empty for none. */
  readonly code: string
  /** The version of the template that was looked at. */
  readonly seen: number | undefined
}

/**
 * Gives a shared template another codec. It is used from the next uplink on.
 * @throws DomainError access/forbidden, template/not-found, template/not-yours, template/changed
 */
export async function changeCodec(
  { db, bus, clock, followChange }: CodecParts,
  caller: Caller,
  { id, code, seen }: Wanted,
): Promise<void> {
  const version = await db.transaction().execute(async (tx) => {
    const template = await createTemplateStore(tx).lock(id, caller.reach)
    requireMayAdministerTemplate(caller, template)
    await requireSeen(tx, caller, { kind: 'template', id }, seen)
    const codecs = createCodecStore(tx)
    const before = (await codecs.find(id)) ?? ''
    await codecs.set(id, code)
    // Counted as a version, so that someone who looked at the former codec does not overwrite this one.
    const { definition } = template
    const note = await writeDefinition({ db: tx, clock, followChange }, { caller, template, definition })
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'template', id, entity: template.entityId },
      {
        at: clock(),
        action: 'change codec',
        before: { name: definition.title, codec: before },
        after: { name: definition.title, codec: code },
      },
    )
    return note.version
  })
  bus.publish('template-changed', { templateId: id, version })
}
