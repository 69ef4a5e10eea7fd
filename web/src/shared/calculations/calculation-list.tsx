import type { Calculation } from '@fieldwatch/contract/calculations/calculations'
import { ActionIcon, Button, Progress, Stack, Text, Tooltip } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '#ui/icons/icons.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { EditingNote } from '#shared/units/editing-note.tsx'
import { useMayEdit } from '#shared/units/use-may-edit.ts'
import classes from './calculations.module.css'
import { t } from './texts.ts'

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
        <Text c="dimmed">{t('calculations.empty')}</Text>
      ) : (
        <ul className={classes['list']}>
          {calculations.map((calculation) => (
            <li key={calculation.name} className={classes['item']}>
              <Description calculation={calculation} />
              {mayEdit ? (
                <div className={classes['tools']}>
                  <Tool label={t('calculations.edit', { name: calculation.name })} onClick={() => onEdit(calculation)}>
                    <IconPencil stroke={1.5} aria-hidden />
                  </Tool>
                  <Tool
                    label={t('calculations.delete.one', { name: calculation.name })}
                    onClick={() => onRemove(calculation)}
                  >
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
          {t('calculations.create.title')}
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
  const start = formatMoment(Date.parse(startDate), timeFormat)
  return (
    <div className={classes['description']}>
      <Text fw={600} className={classes['name'] ?? ''}>
        {name} <span className={classes['unit']}>{unit}</span>
      </Text>
      <code className={classes['code']}>{equation}</code>
      <Text c="dimmed" size="xs">
        {usedBy.length === 0
          ? t('calculations.since', { start })
          : t('calculations.used', { start, sources: usedBy.join(', ') })}
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
        <Progress.Section
          value={total === 0 ? 0 : (done / total) * 100}
          aria-label={t('calculations.filling', { name })}
        />
      </Progress.Root>
      <Text c="dimmed" size="xs">
        {total === 0 ? t('calculations.filling.waiting') : t('calculations.filling.records', { done, total })}
      </Text>
    </div>
  )
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
