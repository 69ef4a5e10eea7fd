import type {
  DifferenceDetail,
  NamedValue,
  ShownSetting,
  TemplateDifference,
} from '@fieldwatch/contract/templates/template-difference'
import type { Texts } from '../texts-of.ts'
import type { texts } from './en.ts'

type DifferenceTexts = Texts<typeof texts>

/** A difference between two templates as a sentence without its end: `Changed gauge “Level”: range [0,5] → [0,9]`. */
export function differenceText(t: DifferenceTexts, difference: TemplateDifference): string {
  if (difference.kind === 'template') {
    return t('template-differences.template', { details: detailsText(t, difference.details) })
  }
  if (difference.kind === 'tab') {
    const { change, tab } = difference
    return t(`template-differences.tab.${change}`, { tab: t(`template-differences.tab.${tab}`) })
  }
  const { kind } = difference
  if (difference.change === 'moved') {
    return t('template-differences.moved', { things: t(`template-differences.things.${kind}`) })
  }
  const thing = t(`template-differences.thing.${kind}`, { title: difference.title })
  if (difference.change !== 'changed') return t(`template-differences.${difference.change}`, { thing })
  return t('template-differences.changed', { thing, details: detailsText(t, difference.details) })
}

function detailsText(t: DifferenceTexts, details: readonly DifferenceDetail[], separator = '; '): string {
  return details.map((detail) => detailText(t, detail)).join(separator)
}

// oxlint-disable-next-line typescript/consistent-return -- the switch is exhaustive, and the compiler checks it
function detailText(t: DifferenceTexts, detail: DifferenceDetail): string {
  switch (detail.type) {
    case 'setting': {
      const [before, after] = [shownText(t, detail.before), shownText(t, detail.after)]
      return t('template-differences.setting', { setting: settingName(t, detail.name), before, after })
    }
    case 'value-added':
      return t('template-differences.value.added', { value: valueText(t, detail.value) })
    case 'value-removed':
      return t('template-differences.value.removed', { value: valueText(t, detail.value) })
    case 'value-changed': {
      const details = detailsText(t, detail.details, ', ')
      return t('template-differences.value.changed', { value: valueText(t, detail.value), details })
    }
    case 'values-moved':
      return t('template-differences.values.moved')
    case 'more':
      return t('template-differences.more', { count: detail.count })
  }
}

function valueText(t: DifferenceTexts, { name, source }: NamedValue): string {
  return t('template-differences.value', { name: shownText(t, name), source: shownText(t, source) })
}

function shownText(t: DifferenceTexts, value: ShownSetting): string {
  if (value === null) return t('template-differences.none')
  if (value === '') return t('template-differences.empty')
  if (typeof value === 'boolean') return value ? t('template-differences.yes') : t('template-differences.no')
  return String(value)
}

const SETTINGS = {
  altitudeField: 'altitude',
  bgColor: 'background',
  calculate: 'formula',
  color: 'colour',
  columns: 'columns',
  decimals: 'decimals',
  delta: 'reference',
  field: 'field',
  formats: 'formats',
  friendlyName: 'name',
  icon: 'icon',
  includeCoordinates: 'coordinates',
  latitudeField: 'latitude',
  longitudeField: 'longitude',
  maxGapMinutes: 'gap',
  name: 'name',
  pageTechTools: 'sensor-tools',
  prefix: 'prefix',
  range: 'range',
  source: 'source',
  steps: 'steps',
  threshold: 'threshold',
  times: 'times',
  title: 'title',
  topic: 'title',
  unit: 'unit',
  valuePrecision: 'decimals',
  values: 'values',
} as const

function settingName(t: DifferenceTexts, name: string): string {
  // The check makes the name one of them.
  return Object.hasOwn(SETTINGS, name)
    ? t(`template-differences.setting.${SETTINGS[name as keyof typeof SETTINGS]}`)
    : name
}
