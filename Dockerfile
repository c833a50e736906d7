# Channelbook without a database: it needs a PostgreSQL of its own (DATABASE_URL). docs/install.md tells how to run it.
#   docker build -t channelbook .

# Has Node 20.19 or newer, npm and a shell, and the C and C++ libraries, which alone are taken over.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
COPY . .
RUN node scripts/build.mjs && node scripts/trim.mjs /out

# No shell, no compiler, no package manager: nothing in it but what runs.
FROM scratch
COPY --from=build /out /
WORKDIR /app
ENV PATH=/app/bin HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 CMD ["node", "/app/scripts/check-health.mjs"]
CMD ["node", "src/start/main.ts"]
