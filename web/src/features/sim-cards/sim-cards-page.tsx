import type { Sim } from '@fieldwatch/contract/sims'
import { Button, TextInput, Title, Text } from '@mantine/core'
import { IconPlus, IconRefresh, IconSearch, IconUpload } from '#icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useApi } from '#api/api-context.tsx'
import { FailureNote } from '#components/failure-note.tsx'
import { usePageTitle } from '#components/use-page-title.ts'
import { useMe } from '#session/me-queries.ts'
import { simsQuery } from '#sims/sim-queries.ts'
import { matchesSim } from '#sims/sim-text.ts'
import { DataTable } from '#table/data-table.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { RemoveSimDialog } from './remove-sim-dialog.tsx'
import { SimDialog } from './sim-dialog.tsx'
import { simColumns } from './sim-columns.tsx'
import classes from './sim-cards.module.css'

/** Worded and spelt as the specification has it (document 2, section 8). */
const FAILED = 'Faild to retrieve sim cards'

type Open = { kind: 'add' } | { kind: 'import' } | { kind: 'edit'; sim: Sim } | { kind: 'remove'; sim: Sim }

/** The SIM cards of the viewing entities. */
export function SimCardsPage() {
  usePageTitle('SIM Cards')
  const me = useMe()
  const { search = '' } = useSearch({ from: '/signed-in/sim-cards' })
  const navigate = useNavigate({ from: '/sim-cards' })
  const { data: sims, error, isFetching, refetch } = useQuery(simsQuery(useApi()))
  const [open, setOpen] = useState<Open>()
  const columns = useMemo(() => simColumns(me.timeFormat), [me.timeFormat])
  const shown = useMemo(() => sims?.filter((sim) => matchesSim(sim, search)), [sims, search])
  const isAdmin = me.role === 'admin'
  const close = () => setOpen(undefined)

  return (
    <div className={classes['page']}>
      <div className={classes['head']}>
        <Title order={1} size="h3">
          SIM Cards{' '}
          <Text component="span" inherit c="dimmed" fw={450} aria-live="polite">
            {sims === undefined ? '' : sims.length.toLocaleString('en')}
          </Text>
        </Title>
        <TextInput
          type="search"
          aria-label="Search SIM cards"
          placeholder="Search SIM cards..."
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
          loading={isFetching && sims !== undefined}
          onClick={() => void refetch()}
        >
          Refresh
        </Button>
        {isAdmin ? (
          <>
            <Button
              variant="default"
              leftSection={<IconUpload size="1rem" aria-hidden="true" />}
              onClick={() => setOpen({ kind: 'import' })}
            >
              Import
            </Button>
            <Button leftSection={<IconPlus size="1rem" aria-hidden="true" />} onClick={() => setOpen({ kind: 'add' })}>
              Add SIM card
            </Button>
          </>
        ) : undefined}
      </div>
      {error === null ? undefined : <FailureNote text={FAILED} advice={error.message} />}
      {sims === undefined && error !== null ? undefined : (
        <div className={classes['card']}>
          <DataTable
            label="SIM cards"
            columns={columns}
            rows={shown}
            rowId={({ simID }) => simID}
            rowLabel={({ label, iccid }) => (label === '' ? iccid : label)}
            initialSort={{ column: 'label', direction: 'asc' }}
            emptyText={emptyText({ isAdmin, searched: search !== '' && sims?.length !== 0 })}
            {...(isAdmin
              ? {
                  actions: (sim: Sim) => [
                    { label: 'Edit', onSelect: () => setOpen({ kind: 'edit', sim }) },
                    { label: 'Remove', danger: true, onSelect: () => setOpen({ kind: 'remove', sim }) },
                  ],
                }
              : {})}
          />
        </div>
      )}
      {open?.kind === 'add' ? <SimDialog sim={undefined} onClose={close} /> : undefined}
      {open?.kind === 'edit' ? <SimDialog sim={open.sim} onClose={close} /> : undefined}
      {open?.kind === 'import' ? <ImportDialog onClose={close} /> : undefined}
      {open?.kind === 'remove' ? <RemoveSimDialog sim={open.sim} onClose={close} /> : undefined}
    </div>
  )
}

function emptyText({ isAdmin, searched }: { isAdmin: boolean; searched: boolean }): string {
  if (searched) return 'No SIM card matches the search.'
  return isAdmin
    ? 'No SIM cards yet. Add one, or import the list of your operator.'
    : 'No SIM cards yet. An admin can add them.'
}
