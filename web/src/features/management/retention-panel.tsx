import type { Retention } from '@fieldwatch/contract/units/retention'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { entityText, inherited, newSourcesText } from '#shared/retention/kept-days.ts'
import { retentionQuery } from '#shared/retention/retention-queries.ts'
import { Panel, PanelData } from './panel.tsx'
import { RetentionRow } from '#shared/retention/retention-row.tsx'
import { SharedNote, SharedReason } from '#shared/units/shared-unit.tsx'
import { useUnit } from '#shared/units/unit-context.ts'
import classes from './management.module.css'
import { t as retention } from '#shared/retention/texts.ts'
import { t } from './texts.ts'

interface RetentionPanelProps {
  dataId: string
}

/** How long the entities of a unit and its sources keep records and summaries. */
export function RetentionPanel({ dataId }: RetentionPanelProps) {
  const { unit } = useUnit()
  const { entityData } = useMe()
  const query = useQuery(retentionQuery(useApi(), dataId))
  const { data } = query
  return (
    <Panel title={retention('retention.title')}>
      <Text c="dimmed">{retention('retention.help')}</Text>
      <PanelData query={query} failed={t('management.failed')} height="8rem">
        {(read) => (
          <ul className={classes['rows']}>
            {read.entities.map(({ entityID, version: _version, ...days }) => (
              <li key={entityID} className={classes['row']}>
                <span className={classes['name']}>
                  {entityText(entityData[entityID]?.name ?? entityID, days, read.portal)}
                </span>
                <Link to="/settings" search={{ tab: 'retention', entity: entityID }} className={classes['link']}>
                  {retention('retention.change')}
                </Link>
              </li>
            ))}
            {read.sources.map(({ source, version, effective: _effective, ...days }) => (
              <RetentionRow
                key={`source ${source}`}
                dataId={dataId}
                target={{ dataID: dataId, source }}
                name={source}
                days={days}
                version={version}
                otherwise={inherited(read)}
                readOnlyBecause={read.mayChangeSources ? undefined : <SharedReason unit={unit} />}
              />
            ))}
          </ul>
        )}
      </PanelData>
      {data?.newSources === undefined ? undefined : <NewSources kept={data.newSources} />}
      {data?.mayChangeSources === false ? <SharedNote unit={unit} /> : undefined}
    </Panel>
  )
}

/** What was chosen for sources to come, with many units at once or by an import. */
function NewSources({ kept }: { kept: Retention }) {
  const text = newSourcesText(kept)
  return text === undefined ? undefined : <Text c="dimmed">{text}</Text>
}
