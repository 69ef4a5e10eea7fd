import type { DataId, EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import { putTemplate, removeOwnTemplate, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { labelUnits } from '@fieldwatch/contract/units/labels'
import { administerUnit, createUnit, type DataDocument, listUnits, updateUnit } from '@fieldwatch/contract/units/units'
import { type Content, toContent } from '../../files/json.ts'
import { type Fleet, findTemplate, nameTemplate } from '../fleet.ts'
import type { PresentItem } from '../items.ts'
import type { Kind } from '../kind.ts'
import { only } from './only.ts'
import { readDefinition } from './templates.ts'

const OF_TEXTS = ['friendlyName', 'description']
const OF_CREATION = [...OF_TEXTS, 'entities', 'defaultTemplate', 'active']
const OF_ADMINS = [
  'entities',
  'defaultTemplate',
  'active',
  'apps',
  'size',
  'service',
  'devEUI',
  'imei',
  'positionAccuracy',
]

export const units: Kind = {
  list: async (fleet, wanted) => {
    const items: PresentItem[] = []
    for (const unit of await fleet.units()) {
      const file = wanted?.find(({ key }) => key === unit.dataID)
      const withOwn = wanted === undefined || file?.content['ownTemplate'] !== undefined
      items.push(await describeUnit(fleet, unit, { withOwn }))
    }
    return items
  },
  findMissing: ({ content, placeOf }) =>
    content['friendlyName'] === undefined ? [{ ...placeOf([]), message: 'A new unit needs a friendlyName.' }] : [],
  add: async (fleet, { key, content, entity }) => {
    const names = { entities: [fleet.nameEntity(entity ?? fleet.own)], ...content }
    const body = { dataID: key, ...only(await withIds(fleet, names, []), OF_CREATION) }
    const { details } = await fleet.portal.call(createUnit, { body: createUnit.body.parse(withoutNull(body)) })
    const keys = Object.keys(content).filter((name) => !OF_CREATION.includes(name))
    // A unit has no own template as long as no one gave it one.
    const later = keys.filter((name) => content[name] !== null)
    if (later.length > 0) await changeUnit(fleet, await readUnit(fleet, key as DataId), content, later)
    return details
  },
  change: async (fleet, { present, wanted, keys }) => {
    const known = (await fleet.units()).find(({ dataID }) => dataID === present.key)
    if (known === undefined) throw new Error('It no longer exists.')
    await changeUnit(fleet, known, wanted.content, keys)
  },
}

async function describeUnit(fleet: Fleet, unit: DataDocument, { withOwn }: { withOwn: boolean }): Promise<PresentItem> {
  const { dataID, friendlyName, description, size, service, active, entities, apps, defaultTemplate } = unit
  const templates = await fleet.templates()
  const own = unit.customTemplate
  const content = {
    friendlyName,
    description,
    size,
    service,
    active,
    entities: entities.map(fleet.nameEntity),
    defaultTemplate: defaultTemplate && nameTemplate(templates, defaultTemplate, entities),
    apps,
    devEUI: unit.devEUI ?? '',
    imei: unit.imei ?? '',
    positionAccuracy: unit.positionAccuracy ?? null,
    labels: await labelNames(fleet, unit),
    ...(withOwn ? { ownTemplate: own && (await readDefinition(fleet, own)).content } : {}),
  }
  return { kind: 'unit', key: dataID, name: dataID, id: dataID, version: unit.version, content: toContent(content) }
}

async function labelNames(fleet: Fleet, { labels = [] }: DataDocument): Promise<string[]> {
  if (labels.length === 0) return []
  const named = (await fleet.labels()).filter(({ labelID }) => labels.includes(labelID)).map(({ name }) => name)
  return [...new Set(named)].sort()
}

/** With ids where a file has names. */
async function withIds(fleet: Fleet, content: Content, known: readonly EntityId[]): Promise<Content> {
  const named = content['entities'] as readonly string[] | undefined
  const entities = named?.map((name) => fleet.findEntity(name) ?? name) as readonly EntityId[] | undefined
  const title = content['defaultTemplate']
  const template =
    typeof title === 'string' ? (findTemplate(await fleet.templates(), title, entities ?? known) ?? title) : title
  return {
    ...content,
    ...(entities === undefined ? {} : { entities }),
    ...(template === undefined ? {} : { defaultTemplate: template }),
  }
}

/** Changes a unit by as many calls as that takes, each from the version that the one before left. */
async function changeUnit(fleet: Fleet, unit: DataDocument, content: Content, keys: readonly string[]): Promise<void> {
  const { portal } = fleet
  const { dataID } = unit
  let { version } = unit
  const texts = only(
    content,
    keys.filter((key) => OF_TEXTS.includes(key)),
  )
  if (Object.keys(texts).length > 0) {
    const { details } = await portal.call(updateUnit, { body: updateUnit.body.parse({ dataID, ...texts, version }) })
    version = details.version
  }
  const administered = only(
    content,
    keys.filter((key) => OF_ADMINS.includes(key)),
  )
  if (Object.keys(administered).length > 0) {
    const body = administerUnit.body.parse({ ...(await withIds(fleet, administered, unit.entities)), version })
    await portal.call(administerUnit, { params: { dataID }, body })
  }
  if (keys.includes('ownTemplate')) await changeOwnTemplate(fleet, unit, content)
  if (keys.includes('labels')) await changeLabels(fleet, await readUnit(fleet, dataID), content)
}

async function changeOwnTemplate(fleet: Fleet, unit: DataDocument, content: Content): Promise<void> {
  const { dataID, customTemplate, defaultTemplate } = await readUnit(fleet, unit.dataID)
  const { portal } = fleet
  const wanted = content['ownTemplate']
  const shown: TemplateId | null = customTemplate ?? defaultTemplate
  const seen = shown === null ? undefined : { templateID: shown, version: (await readDefinition(fleet, shown)).version }
  if (wanted === null) await portal.call(removeOwnTemplate, { body: { dataID, version: seen?.version } })
  else await portal.call(putTemplate, { body: { ...seen, dataID, template: TemplateDefinition.parse(wanted) } })
}

async function changeLabels(fleet: Fleet, { dataID, labels: had = [], entities }: DataDocument, content: Content) {
  const wanted = (content['labels'] as readonly string[]).map((name) => name.toLowerCase())
  const known = await fleet.labels()
  const nameOf = (labelID: (typeof had)[number]): string | undefined =>
    known.find((label) => label.labelID === labelID)?.name.toLowerCase()
  const remove = had.filter((labelID) => !wanted.includes(nameOf(labelID) ?? ''))
  const missing = wanted.filter((name) => !had.some((labelID) => nameOf(labelID) === name))
  const add = missing.map((name) => {
    const named = known.filter((label) => label.name.toLowerCase() === name)
    const ofUnit = entities.flatMap((entity) => named.filter((label) => label.entity === entity))
    const [label] = [...ofUnit, ...named]
    if (label === undefined) throw new Error(`There is no label ${name}.`)
    return label.labelID
  })
  if (add.length + remove.length > 0) await fleet.portal.call(labelUnits, { body: { dataIDs: [dataID], add, remove } })
}

async function readUnit({ portal }: Fleet, dataID: DataId): Promise<DataDocument> {
  // With a dataID the answer is one document.
  return (await portal.call(listUnits, { query: { dataID } })).details as DataDocument
}

function withoutNull(content: Content): Content {
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== null))
}
