/** How grave an entry of the log must be to be written. */
export const logLevels = ["debug", "info", "warn", "error"] as const
export const logLevelName = "FARTHING_LOG_LEVEL"
