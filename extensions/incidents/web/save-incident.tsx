import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { pageLink } from '@fieldwatch/web/platform/extensions/page-link.ts'
import type { ShownPast, Slots } from '@fieldwatch/web/platform/extensions/slots.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import type { Incident } from '../contract/incidents.ts'
import { t } from './texts.ts'
import classes from './save-incident.module.css'

const SaveIncidentDialog = lazyPart(
  'save-incident',
  async () => (await import('./save-incident-dialog.tsx')).SaveIncidentDialog,
)

/** Keeps the range that is replayed, with the units that are shown, as an incident. */
export function SaveIncident({ dataIds, pause }: Slots['replay.tool']) {
  const [begun, begin] = useState<ShownPast>()
  const [saved, setSaved] = useState<Incident>()

  function open(): void {
    setSaved(undefined)
    begin(pause())
  }

  return (
    <>
      <Button variant="default" size="xs" disabled={dataIds.length === 0} onClick={open}>
        {t('incidents.save.open')}
      </Button>
      {saved === undefined ? undefined : (
        <Text component="output" className={classes['found'] ?? ''}>
          {t('incidents.save.saved')}{' '}
          <Link className={classes['link'] ?? ''} {...pageLink(`/incidents/${saved.incidentID}`)}>
            {t('incidents.save.show')}
          </Link>
        </Text>
      )}
      {begun === undefined ? undefined : (
        <Suspense fallback={undefined}>
          <SaveIncidentDialog
            view={begun}
            dataIds={begun.dataIds}
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
