import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Incident } from '@fieldwatch/contract/incidents/incidents'
import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { t } from '#shared/incidents/texts.ts'
import type { Replay } from '#shared/moment/replay.ts'
import type { ReplayView } from '#shared/moment/replay-address.ts'
import { stepsQuery } from './step-queries.ts'
import { useReplayedUnits } from './use-replayed-units.ts'
import classes from './replay-bar.module.css'

const SaveIncidentDialog = lazyPart(
  'save-incident',
  async () => (await import('#shared/incidents/save-incident-dialog.tsx')).SaveIncidentDialog,
)

interface Begun {
  readonly view: ReplayView
  readonly dataIds: readonly DataId[]
}

/** Keeps the range that is replayed, with the units that are shown, as an incident. */
export function SaveIncident({ replay }: { replay: Replay }) {
  const api = useApi()
  const client = useQueryClient()
  const dataIds = useReplayedUnits(replay)
  const [begun, begin] = useState<Begun>()
  const [saved, setSaved] = useState<Incident>()

  function open(): void {
    replay.send({ type: 'pause' })
    const { range, at } = replay.playback()
    const steps = client.getQueryData(stepsQuery(api, { dataIds, range }).queryKey)?.steps ?? []
    const changed = new Set(steps.map(({ dataID }) => dataID))
    const sorted = [...dataIds.filter((id) => changed.has(id)), ...dataIds.filter((id) => !changed.has(id))]
    setSaved(undefined)
    begin({ view: { range, at, known: replay.known }, dataIds: sorted })
  }

  return (
    <>
      <Button variant="default" size="xs" disabled={dataIds.length === 0} onClick={open}>
        {t('incidents.save.open')}
      </Button>
      {saved === undefined ? undefined : (
        <Text component="output" className={classes['found'] ?? ''}>
          {t('incidents.save.saved')}{' '}
          <Link
            className={classes['link'] ?? ''}
            to="/incidents/$incidentID"
            params={{ incidentID: String(saved.incidentID) }}
          >
            {t('incidents.save.show')}
          </Link>
        </Text>
      )}
      {begun === undefined ? undefined : (
        <Suspense fallback={undefined}>
          <SaveIncidentDialog
            {...begun}
            onSaved={(incident) => {
              begin(undefined)
              setSaved(incident)
            }}
            onClose={() => begin(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
