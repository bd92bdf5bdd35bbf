def run: reduce range(10000000) as $i (0; . + $i);
