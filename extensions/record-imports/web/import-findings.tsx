import type { ImportTimes } from '../contract/record-imports.ts'
import { Progress, Radio, Stack, Text } from '@mantine/core'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import type { ImportPartProps } from './import-time-fields.tsx'
import { isLooked, rangeText, zoneText } from './import-text.ts'
import { t } from './texts.ts'
import classes from './imports.module.css'

/** What the whole file is taken for, and what only a person knows. */
export function ImportFindings({ settings, preview, failures, onChange }: Omit<ImportPartProps, 'onLayout'>) {
  const { time, headingLine, firstLine } = settings
  const { timeFormat } = useMe()
  const chosen = preview.times.find(({ format }) => format === time.format)
  const reader = { timeZone: time.zone, timeFormat }
  return (
    <section className={classes['findings']} aria-label={t('record-imports.findings')}>
      {isLooked(preview, settings) ? undefined : (
        <div>
          <Text component="output">
            {t('record-imports.look.reading', { percent: Math.floor(preview.looked * 100) })}
          </Text>
          <Progress value={preview.looked * 100} aria-label={t('record-imports.look.progress')} />
        </div>
      )}
      {chosen === undefined ? undefined : <Text fw={600}>{rangeText(chosen, reader)}</Text>}
      {chosen === undefined && preview.times.length === 0 ? (
        <Text c="var(--mantine-color-error)">{t('record-imports.look.no-times')}</Text>
      ) : undefined}
      <OrderQuestion {...{ settings, preview, failures, onChange }} />
      {chosen === undefined ? undefined : <Text>{zoneText(chosen, time)}</Text>}
      <Text c="dimmed">
        {headingLine === null
          ? t('record-imports.look.no-headings', { first: firstLine })
          : t('record-imports.look.headings', { line: headingLine, first: firstLine })}
      </Text>
      {chosen === undefined ? undefined : <TimeNotes times={chosen} doubled={time.doubled} />}
      {preview.furtherSeries === 0 ? undefined : (
        <Text>{t('record-imports.look.further-series', { lines: preview.furtherSeries })}</Text>
      )}
    </section>
  )
}

/** Which part of a date is which, where the file does not say so. */
function OrderQuestion({ settings, preview: { times }, onChange }: Omit<ImportPartProps, 'onLayout'>) {
  const { time } = settings
  const { timeFormat } = useMe()
  if (times.length < 2) return undefined
  return (
    <Radio.Group
      label={t('record-imports.order')}
      description={t('record-imports.order.help')}
      value={time.format ?? ''}
      onChange={(value) => {
        const format = times.find((one) => one.format === value)?.format
        if (format !== undefined) onChange({ time: { ...time, format } })
      }}
    >
      <Stack gap="xs" mt="xs">
        {times.map((one) => (
          <Radio
            key={one.format}
            value={one.format}
            label={t(`record-imports.format.${one.format}`)}
            description={rangeText(one, { timeZone: time.zone, timeFormat })}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function TimeNotes({
  times: { doubled, odd },
  doubled: pass,
}: {
  times: ImportTimes
  doubled: ImportPartProps['settings']['time']['doubled']
}) {
  return (
    <>
      {doubled === 0 ? undefined : (
        <Text>
          {t('record-imports.check.doubled', { doubled })} {t(`record-imports.look.doubled.${pass}`)}
        </Text>
      )}
      {odd.count === 0 ? undefined : (
        <div>
          <Text>{t('record-imports.look.refused', { lines: odd.count })}</Text>
          <ul className={classes['samples']}>
            {odd.samples.map(({ line, text }) => (
              <li key={line}>{t('record-imports.look.sample', { line, text })}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
