import { nameOfEvent } from '@fieldwatch/contract/events/event-columns'
import { parseNamedPlace } from '../files/named-place.ts'
import type { FileProblem } from '../files/read-yaml.ts'
import { type Fleet, findTemplate } from './fleet.ts'
import type { KindName, WantedItem } from './items.ts'

/** What the files name and neither they nor the portal have. */
export async function checkReferences(fleet: Fleet, items: readonly WantedItem[]): Promise<FileProblem[]> {
  const ofKind = (kind: KindName): WantedItem[] => items.filter((item) => item.kind === kind)
  const problems: FileProblem[] = []
  const units = new Set([
    ...(await fleet.units()).map(({ dataID }) => String(dataID)),
    ...ofKind('unit').map(({ key }) => key),
  ])
  for (const item of ofKind('unit')) problems.push(...(await checkUnit(fleet, item, ofKind)))
  for (const item of ofKind('event table')) problems.push(...(await checkTable(fleet, item, ofKind)))
  for (const { content, placeOf } of ofKind('alert')) {
    for (const dataID of textsOf(content['devices']).filter((one) => !units.has(one)))
      problems.push({ ...placeOf(['devices']), message: `There is no unit ${dataID}.` })
    for (const key of ['owners', 'viewers']) {
      for (const name of textsOf(content[key])) {
        if (!name.includes('@') || (await fleet.users()).some(({ email }) => email.toLowerCase() === name)) continue
        problems.push({ ...placeOf([key]), message: `There is no user ${name} in reach.` })
      }
    }
  }
  return problems
}

type OfKind = (kind: KindName) => WantedItem[]

async function checkUnit(fleet: Fleet, { content, placeOf }: WantedItem, ofKind: OfKind): Promise<FileProblem[]> {
  const problems: FileProblem[] = []
  for (const [index, name] of textsOf(content['entities']).entries()) {
    if (fleet.findEntity(name) === undefined)
      problems.push({ ...placeOf(['entities', index]), message: `There is no entity ${name} in reach.` })
  }
  const { defaultTemplate } = content
  if (typeof defaultTemplate === 'string') {
    const isWanted = ofKind('template').some(({ name }) => name.toLowerCase() === defaultTemplate.toLowerCase())
    const entities = textsOf(content['entities']).flatMap((name) => fleet.findEntity(name) ?? [])
    if (!isWanted && findTemplate(await fleet.templates(), defaultTemplate, entities) === undefined)
      problems.push({ ...placeOf(['defaultTemplate']), message: `There is no template ${defaultTemplate}.` })
  }
  const known = [...(await fleet.labels()), ...ofKind('label')].map(({ name }) => name.toLowerCase())
  for (const [index, name] of textsOf(content['labels']).entries()) {
    if (!known.includes(name.toLowerCase()))
      problems.push({ ...placeOf(['labels', index]), message: `There is no label ${name}.` })
  }
  return problems
}

/** An event table of a unit has an entry in the template that the unit shows: if the files have that one, they have the entry too. */
async function checkTable(fleet: Fleet, item: WantedItem, ofKind: OfKind): Promise<FileProblem[]> {
  const problems: FileProblem[] = []
  const named = parseNamedPlace(item.content['comparison'] as string)
  if (named !== undefined && !/^\d{1,15}$/.test(named.name)) {
    const known = [...(await fleet.places()), ...ofKind('place')]
    if (!known.some(({ name }) => name === named.name))
      problems.push({ ...item.placeOf(['comparison']), message: `There is no place ${named.name}.` })
  }
  const dataID = item.key.slice(0, item.key.indexOf('/'))
  const unit = ofKind('unit').find(({ key }) => key === dataID)
  const own = unit?.content['ownTemplate']
  const title = unit?.content['defaultTemplate']
  const shared =
    typeof title === 'string'
      ? ofKind('template').find(({ name }) => name.toLowerCase() === title.toLowerCase())?.content
      : undefined
  const hasOwnElsewhere =
    own === undefined && (await fleet.units()).some((one) => one.dataID === dataID && one.customTemplate !== null)
  const shown = (own ?? (hasOwnElsewhere ? undefined : shared)) as
    | { title?: string; events?: { title: string }[] }
    | undefined
  if (
    shown !== undefined &&
    !(shown.events ?? []).some((entry) => nameOfEvent(entry.title) === nameOfEvent(item.name))
  ) {
    const message = `The template ${shown.title ?? ''} of the unit has no event table ${item.name}: add it to its events.`
    problems.push({ ...item.placeOf(['title']), message })
  }
  return problems
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : []
}
