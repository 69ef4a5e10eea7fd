import type { Place, PlaceColour } from '@fieldwatch/contract/places/places'
import { Button, Group, Menu, TextInput, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useMemo, useRef, useState } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { MapError } from '@fieldwatch/web/shared/map/map-error.tsx'
import { MapLoading } from '@fieldwatch/web/shared/map/map-loading.tsx'
import { useLiveDocuments } from '@fieldwatch/web/platform/live/live-context.ts'
import { PLACES_KEY } from '@fieldwatch/web/shared/places/places-key.ts'
import { placesQuery } from '@fieldwatch/web/shared/places/place-queries.ts'
import { useExportPlaces, useRemovePlace } from './place-queries.ts'
import { t } from './texts.ts'
import { FailureNote } from '@fieldwatch/web/ui/components/failure-note.tsx'
import { LoadFailure } from '@fieldwatch/web/ui/components/load-failure.tsx'
import { useUnsavedPage } from '@fieldwatch/web/ui/components/unsaved-context.tsx'
import { usePageTitle } from '@fieldwatch/web/ui/components/use-page-title.ts'
import { IconPlus, IconSearch } from '@fieldwatch/web/ui/icons/icons.ts'
import { ImportPlacesDialog } from './import-places-dialog.tsx'
import { draftOf, emptyDraft, type PlaceDraft } from './place-draft.ts'
import { PlaceEditor } from './place-editor.tsx'
import { PlaceList } from './place-list.tsx'
import classes from './places-page.module.css'
import { DeleteDialog } from '@fieldwatch/web/shared/deletion/delete-dialog.tsx'

const PlacesMap = lazyPart('map', async () => (await import('./places-map.tsx')).PlacesMap, MapError)

interface Drawn {
  /** Undefined: a new place. */
  readonly place: Place | undefined
  readonly draft: PlaceDraft
  readonly colour: PlaceColour | null
}

/** Changes of others show without a reload. */
function useLivePlaces(): void {
  const client = useQueryClient()
  const read = (): void => void client.invalidateQueries({ queryKey: PLACES_KEY })
  useLiveDocuments('viewing', { places: read, opened: read })
}

/** The places of the viewing entities: a list, and a map on which admins draw them. */
export function PlacesPage() {
  usePageTitle(t('places.title'))
  const isAdmin = useMe().role === 'admin'
  const page = useUnsavedPage()
  const { data: places, error, refetch } = useQuery(placesQuery(useApi()))
  useLivePlaces()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<number>()
  const [drawn, setDrawn] = useState<Drawn>()
  const [removed, setRemoved] = useState<Place>()
  const [isImporting, setImporting] = useState(false)
  const centre = useRef<() => [number, number]>(() => [0, 0])
  const shown = useMemo(() => places?.filter((place) => matches(place, search)), [places, search])
  const groups = useMemo(() => [...new Set(places?.flatMap(({ group }) => group ?? []))], [places])
  const draw = (place: Place | undefined): void =>
    page.leave(() =>
      setDrawn({
        place,
        draft: place === undefined ? emptyDraft('circle') : draftOf(place),
        colour: place?.colour ?? null,
      }),
    )

  return (
    <div className={classes['page']}>
      <section className={classes['column']} aria-label={t('places.title')}>
        {drawn === undefined ? (
          <>
            <PlacesHead
              isAdmin={isAdmin}
              search={search}
              onSearch={setSearch}
              hasPlaces={places !== undefined && places.length > 0}
              onAdd={() => draw(undefined)}
              onImport={() => setImporting(true)}
            />
            {places === undefined && error !== null ? (
              <LoadFailure title={t('places.failed')} message={error.message} onRetry={() => void refetch()} />
            ) : (
              <PlaceList
                places={shown}
                isSearched={search !== '' && places?.length !== 0}
                isAdmin={isAdmin}
                chosen={chosen}
                onChoose={({ placeID }) => setChosen(placeID)}
                onEdit={(place) => {
                  setChosen(place.placeID)
                  draw(place)
                }}
                onRemove={setRemoved}
              />
            )}
          </>
        ) : (
          <PlaceEditor
            key={drawn.place?.placeID ?? 'new'}
            place={drawn.place}
            groups={groups}
            draft={drawn.draft}
            centre={() => centre.current()}
            onDraft={(draft) => setDrawn({ ...drawn, draft })}
            onColour={(colour) => setDrawn({ ...drawn, colour })}
            onClose={(saved) => {
              const close = (): void => {
                setDrawn(undefined)
                if (saved !== undefined) setChosen(saved.placeID)
              }
              if (saved === undefined) page.leave(close)
              else close()
            }}
          />
        )}
      </section>
      <div className={classes['map']}>
        <Suspense fallback={<MapLoading />}>
          <PlacesMap
            places={shown}
            hasNone={places?.length === 0}
            chosen={chosen}
            drawn={drawn}
            onMap={(read) => {
              centre.current = read
            }}
            onChoose={drawn === undefined ? ({ placeID }) => setChosen(placeID) : undefined}
            onDraft={(draft) => {
              if (drawn !== undefined) setDrawn({ ...drawn, draft })
            }}
          />
        </Suspense>
      </div>
      {removed === undefined ? undefined : <RemovePlace place={removed} onClose={() => setRemoved(undefined)} />}
      {isImporting ? <ImportPlacesDialog onClose={() => setImporting(false)} /> : undefined}
    </div>
  )
}

interface PlacesHeadProps {
  isAdmin: boolean
  search: string
  onSearch: (search: string) => void
  hasPlaces: boolean
  onAdd: () => void
  onImport: () => void
}

function PlacesHead({ isAdmin, search, onSearch, hasPlaces, onAdd, onImport }: PlacesHeadProps) {
  const save = useExportPlaces()
  return (
    <div className={classes['head']}>
      <Title order={1} size="h3">
        {t('places.title')}
      </Title>
      <TextInput
        type="search"
        aria-label={t('places.search')}
        placeholder={t('places.search')}
        leftSection={<IconSearch size="1rem" aria-hidden="true" />}
        value={search}
        onChange={({ currentTarget }) => onSearch(currentTarget.value)}
      />
      <Group gap="xs">
        {isAdmin ? (
          <>
            <Button leftSection={<IconPlus size="1rem" aria-hidden="true" />} onClick={onAdd}>
              {t('places.add')}
            </Button>
            <Button variant="default" onClick={onImport}>
              {t('places.import')}
            </Button>
          </>
        ) : undefined}
        <Menu hideDetached={false}>
          <Menu.Target>
            <Button variant="default" disabled={!hasPlaces} loading={save.isPending}>
              {t('places.export')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => save.mutate('geojson')}>{t('places.export.geojson')}</Menu.Item>
            <Menu.Item onClick={() => save.mutate('kml')}>{t('places.export.kml')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      {save.isError ? <FailureNote text={t('places.export.failed')} advice={save.error.message} /> : undefined}
    </div>
  )
}

function matches({ name, group }: Place, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return wanted === '' || [name, group ?? ''].some((text) => text.toLowerCase().includes(wanted))
}

/** Asks before a place is deleted. */
function RemovePlace({ place, onClose }: { place: Place; onClose: () => void }) {
  const remove = useRemovePlace()
  return (
    <DeleteDialog
      change={{ kind: 'place-deleted', placeIDs: [place.placeID] }}
      title={t('places.delete.title', { name: place.name })}
      busy={remove.isPending}
      failure={remove.isError ? { text: remove.error.message } : undefined}
      onConfirm={() => remove.mutate({ placeID: place.placeID }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t('places.delete.help')}
    </DeleteDialog>
  )
}
