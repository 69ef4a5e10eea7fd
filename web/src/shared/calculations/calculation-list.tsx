import { formatCount } from '@fieldwatch/contract/text/number-text'
import type { Calculation } from '@fieldwatch/contract/calculations/calculations'
import { ActionIcon, Button, Progress, Stack, Text, Tooltip } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '#ui/icons/icons.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { EditingNote } from '#shared/units/editing-note.tsx'
import { useMayEdit } from '#shared/units/use-may-edit.ts'
import classes from './calculations.module.css'

interface CalculationListProps {
  calculations: readonly Calculation[]
  onCreate: () => void
  onEdit: (calculation: Calculation) => void
  onRemove: (calculation: Calculation) => void
}

/** The calculated sources of a unit, with how far each is filled. */
export function CalculationList({ calculations, onCreate, onEdit, onRemove }: CalculationListProps) {
  const mayEdit = useMayEdit()
  return (
    <Stack>
      {calculations.length === 0 ? (
        <Text c="dimmed">
          No calculated sources yet. One is computed from values of this unit by an equation, and can then be shown like
          any other source.
        </Text>
      ) : (
        <ul className={classes['list']}>
          {calculations.map((calculation) => (
            <li key={calculation.name} className={classes['item']}>
              <Description calculation={calculation} />
              {mayEdit ? (
                <div className={classes['tools']}>
                  <Tool label={`Edit ${calculation.name}`} onClick={() => onEdit(calculation)}>
                    <IconPencil stroke={1.5} aria-hidden />
                  </Tool>
                  <Tool label={`Delete ${calculation.name}`} onClick={() => onRemove(calculation)}>
                    <IconTrash stroke={1.5} aria-hidden />
                  </Tool>
                </div>
              ) : undefined}
            </li>
          ))}
        </ul>
      )}
      {mayEdit ? (
        <Button
          className={classes['create'] ?? ''}
          leftSection={<IconPlus stroke={1.5} aria-hidden />}
          onClick={onCreate}
        >
          Create A New Source
        </Button>
      ) : (
        <EditingNote />
      )}
    </Stack>
  )
}

function Description({ calculation }: { calculation: Calculation }) {
  const { name, equation, unit, startDate, usedBy } = calculation
  const { timeFormat } = useMe()
  return (
    <div className={classes['description']}>
      <Text fw={600} className={classes['name'] ?? ''}>
        {name} <span className={classes['unit']}>{unit}</span>
      </Text>
      <code className={classes['code']}>{equation}</code>
      <Text c="dimmed" size="xs">
        Since {formatMoment(Date.parse(startDate), timeFormat)}
        {usedBy.length > 0 && `, used by ${usedBy.join(', ')}`}
      </Text>
      <Filling calculation={calculation} />
    </div>
  )
}

function Filling({ calculation: { name, progress } }: { calculation: Calculation }) {
  const { done, total, finished } = progress
  if (finished) return undefined
  return (
    <div className={classes['filling']}>
      <Progress.Root>
        <Progress.Section value={total === 0 ? 0 : (done / total) * 100} aria-label={`Filling ${name}`} />
      </Progress.Root>
      <Text c="dimmed" size="xs">
        {total === 0 ? 'Waiting to be filled' : `Filling: ${countText(done)} of ${countText(total)} records`}
      </Text>
    </div>
  )
}

function countText(count: number): string {
  return formatCount(count)
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} className={classes['tool'] ?? ''} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
