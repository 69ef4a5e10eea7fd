import type { Sim } from '@fieldwatch/contract/units/sims'
import { Button, TextInput, Title, Text } from '@mantine/core'
import { IconPlus, IconRefresh, IconSearch, IconUpload } from '#ui/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { usePageTitle } from '#ui/components/use-page-title.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { simsQuery } from '#shared/sims/sim-queries.ts'
import { matchesSim, simName } from '#shared/sims/sim-text.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { RemoveSimsDialog } from './remove-sims-dialog.tsx'
import { SimDialog } from './sim-dialog.tsx'
import { simColumns } from './sim-columns.tsx'
import { t } from './texts.ts'
import classes from './sim-cards.module.css'

type Open = { kind: 'add' } | { kind: 'import' } | { kind: 'edit'; sim: Sim } | { kind: 'remove'; sims: readonly Sim[] }

/** The SIM cards of the viewing entities. */
export function SimCardsPage() {
  usePageTitle(t('sim-cards.title'))
  const me = useMe()
  const { search = '' } = useSearch({ from: '/signed-in/sim-cards' })
  const { data: sims, error, isFetching, refetch } = useQuery(simsQuery(useApi()))
  const [open, setOpen] = useState<Open>()
  const [selected, setSelected] = useState<readonly string[]>([])
  const [removed, setRemoved] = useState(0)
  const { timeFormat, entityData, entityViewing } = me
  const { columns, shown } = useMemo(() => {
    const nameOf = ({ entity }: Sim) => entityData[entity]?.name ?? ''
    return {
      columns: simColumns({ timeFormat, ...(entityViewing.length > 1 ? { entityName: nameOf } : {}) }),
      shown: sims?.filter((sim) => matchesSim(sim, search, nameOf(sim))),
    }
  }, [sims, search, timeFormat, entityData, entityViewing])
  // Only visible cards count as chosen, so that none is removed unseen.
  const chosen = useMemo(() => {
    const ids: ReadonlySet<string> = new Set(selected)
    return shown?.filter(({ simID }) => ids.has(simID)) ?? []
  }, [shown, selected])
  const isAdmin = me.role === 'admin'
  const close = () => setOpen(undefined)
  const askToRemove = (some: readonly Sim[]) => {
    setRemoved(0)
    setOpen({ kind: 'remove', sims: some })
  }

  return (
    <div className={classes['page']}>
      <SimCardsHead
        count={countText(shown?.length, sims?.length)}
        search={search}
        busy={isFetching && sims !== undefined}
        onRefresh={() => void refetch()}
        onOpen={isAdmin ? setOpen : undefined}
      />
      {error === null ? undefined : <FailureNote text={t('sim-cards.failed')} advice={error.message} />}
      {removed === 0 ? undefined : <SuccessNote text={t('sim-cards.removed', { count: removed })} />}
      {sims === undefined && error !== null ? undefined : (
        <div className={classes['card']}>
          <DataTable
            label={t('sim-cards.table')}
            columns={columns}
            rows={shown}
            rowId={({ simID }) => simID}
            rowLabel={simName}
            initialSort={{ column: 'label', direction: 'asc' }}
            emptyText={emptyText({ isAdmin, searched: search !== '' && sims?.length !== 0 })}
            {...(isAdmin
              ? {
                  selection: { selected: chosen.map(({ simID }) => simID), onSelect: setSelected },
                  actions: (sim: Sim) => [
                    { label: t('sim-cards.edit'), onSelect: () => setOpen({ kind: 'edit', sim }) },
                    { label: t('sim-cards.remove'), danger: true, onSelect: () => askToRemove([sim]) },
                  ],
                }
              : {})}
            {...(chosen.length === 0
              ? {}
              : {
                  tools: (
                    <Button variant="default" onClick={() => askToRemove(chosen)}>
                      {t('sim-cards.remove.selected', { count: chosen.length })}
                    </Button>
                  ),
                })}
          />
        </div>
      )}
      {open?.kind === 'add' ? <SimDialog sim={undefined} onClose={close} /> : undefined}
      {open?.kind === 'edit' ? <SimDialog sim={open.sim} onClose={close} /> : undefined}
      {open?.kind === 'import' ? <ImportDialog onClose={close} /> : undefined}
      {open?.kind === 'remove' ? (
        <RemoveSimsDialog
          sims={open.sims}
          onRemoved={(count) => {
            setSelected([])
            setRemoved(count)
            close()
          }}
          onClose={close}
        />
      ) : undefined}
    </div>
  )
}

interface SimCardsHeadProps {
  /** How many cards are shown, and of how many; undefined while they are loading. */
  count: string | undefined
  search: string
  busy: boolean
  onRefresh: () => void
  /** Left out: cards cannot be added. */
  onOpen: ((dialog: Open) => void) | undefined
}

/** Heading, search and buttons above the table. */
function SimCardsHead({ count, search, busy, onRefresh, onOpen }: SimCardsHeadProps) {
  const navigate = useNavigate({ from: '/sim-cards' })
  return (
    <div className={classes['head']}>
      <Title order={1} size="h3">
        {t('sim-cards.title')}{' '}
        <Text component="span" inherit c="dimmed" fw={450} aria-live="polite">
          {count}
        </Text>
      </Title>
      <TextInput
        type="search"
        aria-label={t('sim-cards.search')}
        placeholder={t('sim-cards.search.placeholder')}
        className={classes['search'] ?? ''}
        leftSection={<IconSearch size="1rem" aria-hidden="true" />}
        value={search}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ search: value === '' ? {} : { search: value }, replace: true })
        }
      />
      <Button
        variant="default"
        leftSection={<IconRefresh size="1rem" aria-hidden="true" />}
        loading={busy}
        onClick={onRefresh}
      >
        {t('sim-cards.refresh')}
      </Button>
      {onOpen ? (
        <>
          <Button
            variant="default"
            leftSection={<IconUpload size="1rem" aria-hidden="true" />}
            onClick={() => onOpen({ kind: 'import' })}
          >
            {t('sim-cards.import')}
          </Button>
          <Button leftSection={<IconPlus size="1rem" aria-hidden="true" />} onClick={() => onOpen({ kind: 'add' })}>
            {t('sim-cards.add')}
          </Button>
        </>
      ) : undefined}
    </div>
  )
}

/** `40`, or `12 of 40` where a search shows fewer. */
function countText(shown: number | undefined, all: number | undefined): string | undefined {
  if (shown === undefined || all === undefined) return undefined
  return shown === all ? t('sim-cards.shown', { all }) : t('sim-cards.shown-of', { shown, all })
}

function emptyText({ isAdmin, searched }: { isAdmin: boolean; searched: boolean }): string {
  if (searched) return t('sim-cards.empty.search')
  return isAdmin ? t('sim-cards.empty.admin') : t('sim-cards.empty.viewer')
}
