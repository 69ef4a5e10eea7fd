import type { DataId } from '@fieldwatch/contract/api/ids'
import { ATTACHED_FORMATS, type AttachedFormat } from '../contract/report-schedules.ts'
import { MOST_DRAWN_ROWS } from '@fieldwatch/contract/visitors/drawn-page'
import { Checkbox, Group } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { t as ui } from '@fieldwatch/web/platform/texts.ts'
import { unitSchedulesQuery } from './schedule-queries.ts'
import { t } from './texts.ts'

interface FormatsFieldProps extends GetInputPropsReturnType {
  dataId: DataId
  chosen: readonly AttachedFormat[]
}

/** The files that are attached. A PDF that was chosen can be unchosen where the portal can't draw it any more. */
export function FormatsField({ dataId, chosen, ...field }: FormatsFieldProps) {
  const { data } = useQuery(unitSchedulesQuery(useApi(), dataId))
  const hasPdf = data?.pdf !== false
  const isOff = (format: AttachedFormat): boolean => format === 'pdf' && !hasPdf && !chosen.includes('pdf')
  return (
    <Checkbox.Group
      label={t('reports-by-mail.formats')}
      description={
        hasPdf ? t('reports-by-mail.formats.help', { rows: MOST_DRAWN_ROWS }) : t('reports-by-mail.formats.no-pdf')
      }
      required
      {...field}
    >
      <Group mt="xs">
        {ATTACHED_FORMATS.map((format) => (
          <Checkbox
            key={format}
            value={format}
            disabled={isOff(format)}
            label={format === 'pdf' ? t('reports-by-mail.formats.pdf') : ui(`ui.file.${format}`)}
          />
        ))}
      </Group>
    </Checkbox.Group>
  )
}
