import type pg from 'pg'
import type { CatalogueChannel } from './make-videos.ts'

const COLUMNS = `id, platform_id as "platformId", name, handle, thumbnail_url as "thumbnailUrl", subscribers, views, uploads,
  country, language, last_upload_at as "lastUploadAt"`

/** Channels of the catalogue by the platform's id. They are the stand-in's channels. */
export async function channelsByPlatformId(
  pool: pg.Pool,
  ids: readonly string[],
): Promise<CatalogueChannel[]> {
  const { rows } = await pool.query<CatalogueChannel>(
    `select ${COLUMNS} from channel where platform = 'youtube' and status = 'active' and platform_id = any($1)`,
    [ids],
  )
  return rows
}

/** The same by our number. */
export async function channelsByNumber(
  pool: pg.Pool,
  ids: readonly number[],
): Promise<Map<number, CatalogueChannel>> {
  const { rows } = await pool.query<CatalogueChannel>(
    `select ${COLUMNS} from channel
      where platform = 'youtube' and status = 'active' and platform_id is not null and id = any($1)`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
