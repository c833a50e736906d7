import { totalmem } from 'node:os'

/** Sized for a small machine. Never `fsync` or `synchronous_commit` off: an answered write is a kept write. */
export function serverSettings(port: number): Record<string, string | number> {
  return {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '256MB',
    effective_cache_size: `${Math.max(512, Math.round(totalmem() / 2 / 1024 / 1024))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '256MB',
    random_page_cost: 1.1,
    jit: 'off',
    // No replicas hang on the embedded server, and without them bulk loads and index builds write far less log.
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_wal_size: '4GB',
    wal_compression: 'on',
    checkpoint_timeout: '15min',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_checkpoints: 'off',
    // Statements, their values and their errors name people: none is written down here, only what befalls the server.
    log_min_messages: 'log',
    log_statement: 'none',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
  }
}
