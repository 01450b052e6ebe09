/** Where the gateway posts an organisation's notices, and the secret that signs them. A URL has at most 2048 characters. */
export const noticeTables: ReadonlyArray<string> = [
  `alter table organisation add column notice_url text check (length(notice_url) <= 2048),
     add column notice_secret text, add check ((notice_url is null) = (notice_secret is null))`,
]
