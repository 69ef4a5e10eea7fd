import { MOST_UNITS_A_BATCH, MOST_UNITS_CHANGED } from '@fieldwatch/contract/actions/batch-limits'
import type { ListedUnit } from '../listed-unit.ts'
import { Button, Menu, Text } from '@mantine/core'
import { IconSelector } from '#ui/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { addedUnitsTasks, type UnitsTask } from '#platform/extensions/web-extension.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { CHANGE_KINDS, type ChangeKind } from '../changes/change-kinds.ts'
import { runningJobsQuery } from '../jobs/job-queries.ts'
import { runningText } from '../jobs/job-text.ts'
import { newestBatchQuery } from './batch-queries.ts'
import { type Chosen, withAll } from './chosen-units.ts'
import classes from './batch.module.css'
import { t } from '../jobs/texts.ts'

interface ChoiceBarProps {
  chosen: Chosen
  /** What search and filter show. */
  shown: readonly ListedUnit[]
  onChange: (chosen: Chosen) => void
  onSend: () => void
  onChangeUnits: (kind: ChangeKind) => void
  onCreateAlert: () => void
  /** Something that an extension does with the units. */
  onTask: (task: UnitsTask) => void
  onCancel: () => void
  /** Shows a batch that was sent before. */
  onShow: (batchId: number) => void
  /** Shows a change or an import that is under way. */
  onShowJob: (jobId: number) => void
}

/** What can be done with the units that are chosen. */
export function ChoiceBar({
  chosen,
  shown,
  onChange,
  onSend,
  onChangeUnits,
  onCreateAlert,
  onTask,
  onCancel,
  onShow,
  onShowJob,
}: ChoiceBarProps) {
  const api = useApi()
  const { data: newest } = useQuery(newestBatchQuery(api))
  const { data: running = [] } = useQuery(runningJobsQuery(api))
  const tasks = addedUnitsTasks(useMe())
  const all = withAll(chosen, shown)
  const hasAll = all.size === chosen.size
  return (
    <section aria-label={t('many-units.selected.bar')} className={classes['bar']}>
      <div className={classes['line']}>
        <Text fw={550} size="sm" aria-live="polite">
          {t(chosen.size >= MOST_UNITS_CHANGED ? 'many-units.selected.most' : 'many-units.selected', {
            count: chosen.size,
          })}
        </Text>
        <Button variant="subtle" size="compact-sm" disabled={hasAll} onClick={() => onChange(all)}>
          {shown.length > MOST_UNITS_CHANGED
            ? t('many-units.select.first', { count: MOST_UNITS_CHANGED })
            : t('many-units.select.all', { count: shown.length })}
        </Button>
      </div>
      {running.map((job) => (
        <div key={job.jobID} className={`${classes['line']} ${classes['last']}`}>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onShowJob(job.jobID)}>
            {runningText(job)}
          </Button>
        </div>
      ))}
      {newest ? (
        <div className={`${classes['line']} ${classes['last']}`}>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onShow(newest.batchID)}>
            {t('many-units.batch.last', { action: newest.action, count: newest.counts.units })}
          </Button>
        </div>
      ) : undefined}
      <div className={classes['line']}>
        <Button variant="default" onClick={onCancel}>
          {t('many-units.cancel')}
        </Button>
        <Menu position="top-end" withInitialFocusPlaceholder={false} hideDetached={false}>
          <Menu.Target>
            <Button disabled={chosen.size === 0} rightSection={<IconSelector size="1rem" aria-hidden="true" />}>
              {t('many-units.actions')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {CHANGE_KINDS.map((kind) => (
              <Menu.Item key={kind} onClick={() => onChangeUnits(kind)}>
                {t(`many-units.change.${kind}.open`)}
              </Menu.Item>
            ))}
            <Menu.Item onClick={onCreateAlert}>{t('many-units.create-alert')}</Menu.Item>
            {tasks.map((task) => (
              <Menu.Item key={task.label()} disabled={chosen.size > task.most} onClick={() => onTask(task)}>
                {task.label()}
                {chosen.size > task.most ? (
                  <Text component="span" size="xs" c="dimmed" display="block">
                    {task.tooMany()}
                  </Text>
                ) : undefined}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item disabled={chosen.size > MOST_UNITS_A_BATCH} onClick={onSend}>
              {t('many-units.send.open')}
              {chosen.size > MOST_UNITS_A_BATCH ? (
                <Text component="span" size="xs" c="dimmed" display="block">
                  {t('many-units.send.most', { most: MOST_UNITS_A_BATCH })}
                </Text>
              ) : undefined}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </section>
  )
}
