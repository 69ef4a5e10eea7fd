import { flag } from '#platform/roles/flag.ts'
import { z } from 'zod'

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

export const HISTORY_SETTINGS = {
  FIELDWATCH_HISTORY_S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'A service that speaks S3, such as `https://s3.eu-north-1.amazonaws.com`, to move old records to; it needs a bucket, a key and its secret. Without it all records are in PostgreSQL.',
    ),
  FIELDWATCH_HISTORY_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'A bucket has 3 to 63 small letters, digits, dots and dashes')
    .optional()
    .describe('The bucket for old records.'),
  FIELDWATCH_HISTORY_S3_PREFIX: z
    .string()
    .regex(/^([A-Za-z0-9_.-]+\/)*$/, 'A prefix has letters, digits, dashes, dots and slashes, and ends with a slash')
    .default('history/')
    .describe('What the names of the objects begin with. No two portals may share it.'),
  FIELDWATCH_HISTORY_S3_ACCESS_KEY_ID: z.string().optional().describe('The key for that bucket.'),
  FIELDWATCH_HISTORY_S3_SECRET_ACCESS_KEY: z.string().optional().describe('The secret of that key.'),
  FIELDWATCH_HISTORY_S3_REGION: z.string().default('us-east-1').describe('The region of that service.'),
  FIELDWATCH_HISTORY_S3_PATH_STYLE: flag
    .default(true)
    .describe('Whether the bucket is in the path of an address; `false` puts it before the host.'),
  FIELDWATCH_HISTORY_S3_AFTER_DAYS: whole(1, 36_500)
    .default(90)
    .describe('The age in days, by `messageUTC`, from which records are moved.'),
  FIELDWATCH_HISTORY_S3_KEEP_DAYS: whole(1, 36_500)
    .default(35)
    .describe(
      'Days that an object stays in the bucket after the portal has stopped using it. Backups that are older cannot read all of their old records.',
    ),
  FIELDWATCH_HISTORY_S3_CACHE_MB: whole(1, 65_536)
    .default(32)
    .describe('Megabytes of old records that a server keeps in memory after reading them.'),
} as const

/** Where old records are, and from which age on. */
export interface HistorySettings {
  /** The address of the service, without a slash at the end. */
  readonly endpoint: string
  readonly bucket: string
  readonly prefix: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly pathStyle: boolean
  readonly afterDays: number
  readonly keepDays: number
  readonly cacheBytes: number
}
