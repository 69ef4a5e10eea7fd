import type { TemplateId } from '@fieldwatch/contract/api/ids'
import { deleteTemplate, importTemplate, renameTemplate } from '@fieldwatch/contract/templates/template-gallery'
import { getTemplate, putTemplate, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { type Content, toContent } from '../../files/json.ts'
import type { Fleet } from '../fleet.ts'
import { keyInEntity, type PresentItem } from '../items.ts'
import type { Kind } from '../kind.ts'

export const templates: Kind = {
  list: async (fleet, wanted) => {
    const listed = (await fleet.templates()).map((one) => ({
      ...one,
      key: keyInEntity(one.entity, one.title.toLowerCase()),
    }))
    const items: PresentItem[] = []
    for (const { id, key, entity, title: name, version } of listed) {
      const isCompared = wanted === undefined || wanted.some((one) => one.key === key)
      const common = { kind: 'template' as const, key, entity, name, id }
      if (!isCompared) items.push({ ...common, version, content: {} })
      else items.push({ ...common, ...(await readDefinition(fleet, id)) })
    }
    return items
  },
  add: async ({ portal }, { entity, content }) => {
    const template = TemplateDefinition.parse(content)
    await portal.call(importTemplate, {
      body: { entity, file: { format: 'fieldwatch-template', formatVersion: 1, template } },
    })
    return undefined
  },
  change: async ({ portal }, { present, wanted, keys }) => {
    const id = present.id as TemplateId
    const template = TemplateDefinition.parse(wanted.content)
    let { version } = present
    // Its title is its name in the gallery, which no two have.
    if (keys.includes('title')) {
      const body = { title: template.title, version }
      version = (await portal.call(renameTemplate, { params: { id }, body })).details.version
    }
    if (keys.every((key) => key === 'title')) return
    await portal.call(putTemplate, { body: { templateID: id, version, template } })
  },
  remove: async ({ portal }, { id, version }) => {
    await portal.call(deleteTemplate, { params: { id: String(id) }, body: { version } })
  },
}

/** What a template shows, without whose it is. */
export async function readDefinition(
  { portal }: Pick<Fleet, 'portal'>,
  id: TemplateId,
): Promise<{ content: Content; version: number }> {
  const { details } = await portal.call(getTemplate, { params: { id } })
  return { content: toContent(TemplateDefinition.strip().parse(details)), version: details.version }
}
