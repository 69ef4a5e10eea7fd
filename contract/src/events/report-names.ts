/** The report of every column as it is, which each event table has. */
export const RAW_DATA = 'raw_data'

/** The name under which a report is kept: in lower case, and whitespace becomes underscores. */
export function nameOfReport(typed: string): string {
  return typed.trim().toLowerCase().replaceAll(/\s+/g, '_')
}

/** The dataID and the report's name in lower case, with whatever is neither a letter nor a digit as an underscore; without an extension. */
export function reportFileName(dataId: string, report: string): string {
  return `${dataId}_${report.toLowerCase().replaceAll(/[^a-z0-9]/g, '_')}`
}
