import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { ListView } from '@fieldwatch/contract/units/list-view'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { useLiveAlerts } from '#shared/alerts/use-live-alerts.ts'
import { useTriggered } from '#shared/alerts/use-triggered.ts'
import type { LabelsById } from '#shared/labels/label-queries.ts'
import { useUnitIcons } from '#shared/templates/unit-icons-query.ts'
import { templatesQuery } from '#shared/unit-setup/unit-setup-queries.ts'
import { t } from '../texts.ts'
import type { SortSources } from './unit-cells.ts'

interface Shown {
  /** Undefined while it is not known. */
  readonly view: ListView | undefined
  readonly labels: LabelsById
}

/** What a list says of units beside what they have themselves. Templates are read when they are shown or sorted by. */
export function useCellSources({ view, labels }: Shown): SortSources {
  const { entityData } = useMe()
  const triggered = useTriggered()
  const icons = useUnitIcons()
  useLiveAlerts('viewing')
  const tells =
    view !== undefined &&
    (view.sort.by === 'template' || (view.layout === 'table' && view.columns.includes('template')))
  const { data: titles } = useQuery({ ...templatesQuery(useApi()), enabled: tells })
  const templates = useMemo(() => new Map((titles ?? []).map(({ id, title }) => [id, title])), [titles])
  const entities = useMemo(
    () =>
      new Map(
        Object.entries(entityData).map(([id, { name, status }]) => [
          id as EntityId,
          status === 'disabled' ? t('fleet.entity.disabled', { name }) : name,
        ]),
      ),
    [entityData],
  )
  return useMemo(
    () => ({ labels, entities, templates, icons, triggered }),
    [labels, entities, templates, icons, triggered],
  )
}
