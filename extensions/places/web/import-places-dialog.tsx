import { EntitySelect } from '@fieldwatch/web/shared/users/entity-select.tsx'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { LONGEST_PLACE_FILE, type PlaceImport } from '../contract/place-files.ts'
import { Button, FileInput, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { useImportPlaces } from './place-queries.ts'
import { t } from './texts.ts'
import { Dialog } from '@fieldwatch/web/ui/components/dialog.tsx'
import { FormFailure } from '@fieldwatch/web/ui/components/form-failure.tsx'

/** Adds the places of a GeoJSON or KML file, and says which features were left out. */
export function ImportPlacesDialog({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const run = useImportPlaces()
  const [entity, setEntity] = useState<EntityId>(me.entity)
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<'unreadable' | 'not-text'>()
  const isTooLarge = file !== null && file.size > LONGEST_PLACE_FILE

  async function begin(): Promise<void> {
    if (file === null) return
    setProblem(undefined)
    run.reset()
    let text: string
    try {
      text = await file.text()
    } catch {
      setProblem('unreadable')
      return
    }
    // As in packed files such as KMZ, and in texts that are not UTF-8.
    if (text.includes('\u0000')) setProblem('not-text')
    else run.mutate({ entity, text })
  }

  return (
    <Dialog
      title={t('places.import.title')}
      closeButtonProps={{ 'aria-label': t('places.close-dialog') }}
      busy={run.isPending}
      onClose={onClose}
    >
      <Stack>
        {run.data === undefined ? (
          <>
            <Text>{t('places.import.help')}</Text>
            <EntitySelect label={t('places.entity')} value={entity} onChange={setEntity} />
            <FileInput
              label={t('places.import.file')}
              placeholder={t('places.import.choose')}
              accept=".geojson,.json,.kml,application/geo+json,application/vnd.google-earth.kml+xml"
              value={file}
              onChange={setFile}
              error={isTooLarge ? t('places.import.too-large') : undefined}
              clearable
            />
            {problem === undefined ? undefined : <FormFailure text={t(`places.import.${problem}`)} />}
            {run.isError ? <FormFailure text={run.error.message} /> : undefined}
          </>
        ) : (
          <ImportOutcome outcome={run.data} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={run.isPending} onClick={onClose}>
            {run.data === undefined ? t('places.cancel') : t('places.close')}
          </Button>
          {run.data === undefined ? (
            <Button loading={run.isPending} disabled={file === null || isTooLarge} onClick={() => void begin()}>
              {t('places.import')}
            </Button>
          ) : undefined}
        </Group>
      </Stack>
    </Dialog>
  )
}

/** The most features that are named. */
const MOST_NAMED = 100

function ImportOutcome({ outcome: { added, refused } }: { outcome: PlaceImport }) {
  return (
    <>
      <Text component="output">
        {added + refused.length === 0 ? t('places.import.none') : t('places.import.added', { count: added })}
      </Text>
      {refused.length === 0 ? undefined : (
        <>
          <Text>{t('places.import.refused', { count: refused.length })}</Text>
          <ul>
            {refused.slice(0, MOST_NAMED).map(({ number, line, name, message }) => (
              <li key={number}>{t('places.import.refused.one', { name: name ?? String(number), line, message })}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
