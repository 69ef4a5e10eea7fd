import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { Logger } from 'pino'
import type { TemplateStore } from '#fleet/templates/template-store.ts'
import type { Bus } from '#platform/bus/bus.ts'

interface Dependencies {
  readonly bus: Bus
  readonly log: Logger
  readonly templates: Pick<TemplateStore, 'findEntity'>
}

/** Tells of which entities the shared templates changed, or which units have them. */
export function followGalleries({ bus, log, templates }: Dependencies) {
  return (tell: (entities: readonly EntityId[]) => void): readonly (() => void)[] => [
    bus.subscribe('gallery-changed', ({ entities }) => tell(entities)),
    bus.subscribe('template-changed', ({ templateId }) => {
      templates.findEntity(templateId).then(
        (entity) => tell(entity === undefined ? [] : [entity]),
        (error: unknown) => log.warn({ err: error }, 'a change of a template was not told to galleries'),
      )
    }),
  ]
}
