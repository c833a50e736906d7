#!/bin/sh
# Makes the secrets that compose.yaml names, each in a file of its own under secrets/. What is there stays as it is.
set -eu
cd "$(dirname "$0")/../.."
umask 077
mkdir -p secrets
make() { [ -e "secrets/$1" ] || printf '%s' "$2" > "secrets/$1"; }
random() { head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'; }

for name in superuser owner server replica; do make "${name}_password" "$(random)"; done
make database_url "postgres://channelbook:$(cat secrets/server_password)@database/channelbook"
make database_migration_url "postgres://channelbook_owner:$(cat secrets/owner_password)@database/channelbook"
make app_secret "$(random)"
make metrics_token "$(random)"
# Fill these in: smtps://user:password@host, the shop's key, the key of the YouTube Data API.
for name in smtp_url yookassa_secret_key youtube_api_key; do make "$name" ''; done
# The folder is yours alone. The files are readable, because the server in its container is another user.
chmod 444 secrets/*
[ -e .env ] || printf '%s\n' 'DOMAIN=channelbook.example' 'MAIL_FROM=Channelbook <no-reply@channelbook.example>' \
  'SUPPORT_EMAIL=support@channelbook.example' 'YOOKASSA_SHOP_ID=' 'SELLER_NAME=' 'SELLER_INN=' > .env
for file in secrets/*; do [ -s "$file" ] || echo "fill in $file"; done
echo 'and look through .env'
